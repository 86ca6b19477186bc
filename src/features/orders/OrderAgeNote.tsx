import { useEffect, useState } from 'react'

import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/agoText.ts'

type Props = {
  /** Undefined if the data comes from the server. */
  savedAt: number | undefined
}

const tickMs = 30_000

/**
 * Shows the age of saved orders while the store cannot be reached. If the orders were shown before their age was known, the note
 * floats, so that the page does not move.
 */
export function OrderAgeNote({ savedAt }: Props) {
  const [isLate] = useState(savedAt === undefined)
  return savedAt === undefined ? null : <Aged at={savedAt} isLate={isLate} />
}

function Aged({ at, isLate }: { at: number; isLate: boolean }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Note icon="clock" isFloating={isLate}>
      Saved on this device {agoText(at, nowMs)}. The status may have changed since.
    </Note>
  )
}
