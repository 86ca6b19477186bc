import { useEffect, useState } from 'react'

import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/DateTime.tsx'

type Props = {
  /** Undefined if the data comes from the server. */
  savedAt: number | undefined
}

const tickMs = 30_000

/** Shows the age of saved orders while the store cannot be reached. */
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
