import { Note } from '#ui/feedback/Note.tsx'
import type { PushState } from './pushState.ts'

const words = {
  none: 'This browser cannot show notices.',
  install:
    'On iPhone and iPad notices come to the installed app: tap Share, then Add to Home Screen, and open Pehno from there.',
  denied:
    "Notices are blocked. Allow them in your browser's settings for this site, then come back.",
} as const satisfies Partial<Record<PushState, string>>

/** Why notices cannot be switched on here, where that is so. */
export function PushNote({ state }: { state: PushState | undefined }) {
  if (state !== 'none' && state !== 'install' && state !== 'denied') return null
  return <Note icon="bell">{words[state]}</Note>
}
