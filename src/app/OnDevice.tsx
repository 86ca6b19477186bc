import { BagPill } from './BagPill.tsx'
import { LateDialogs } from './LateDialogs.tsx'
import { useIntent } from './useIntent.ts'

/** What the server never draws: the shopper's bag, the dialogs over any page; and what looks ahead. */
export function OnDevice() {
  useIntent()
  return (
    <>
      <BagPill />
      <LateDialogs />
    </>
  )
}
