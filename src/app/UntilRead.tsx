import { useEffect } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads.ts'

type Props = { read: Read; onAnswer: () => void }

/** Hears when what a screen lacked comes after all, such as with a line that is back. */
export function UntilRead({ read, onAnswer }: Props) {
  const isAnswered = useOptionalRead(read) !== undefined
  useEffect(() => {
    if (isAnswered) onAnswer()
  }, [isAnswered, onAnswer])
  return null
}
