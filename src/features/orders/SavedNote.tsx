import { useEffect, useState } from 'react'

import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/agoText.ts'

type Props = {
  /** Undefined where it is as the store says it. */
  savedAt: number | undefined
}

const tickMs = 30_000

/** From when it is what shows, while the store cannot be asked. */
export function SavedNote({ savedAt }: Props) {
  return savedAt === undefined ? null : <Aged at={savedAt} />
}

function Aged({ at }: { at: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Note icon="clock">Saved on this device {agoText(at, nowMs)}. It may have changed since.</Note>
  )
}
