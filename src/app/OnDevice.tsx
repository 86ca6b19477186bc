import { BagPill } from './BagPill.tsx'
import { LateDialogs } from './LateDialogs.tsx'

/** What the server never draws: the shopper's bag, and the dialogs over any page. */
export function OnDevice() {
  return (
    <>
      <BagPill />
      <LateDialogs />
    </>
  )
}
