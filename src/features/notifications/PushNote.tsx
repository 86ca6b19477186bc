import { Note } from '#ui/feedback/Note.tsx'
import type { PushState } from './pushState.ts'

const words = {
  none: "This browser doesn't support notifications.",
  install:
    'On iPhone and iPad, notifications work in the installed app: tap Share, then Add to Home Screen, and open Pehno from there.',
  denied:
    'Notifications are blocked in your browser settings. Allow them for this site, then come back.',
} as const satisfies Partial<Record<PushState, string>>

/** Why notices cannot be switched on here, where that is so. */
export function PushNote({ state }: { state: PushState | undefined }) {
  if (state !== 'none' && state !== 'install' && state !== 'denied') return null
  return <Note icon="bell">{words[state]}</Note>
}
