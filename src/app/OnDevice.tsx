import { BagPill } from './BagPill.tsx'
import { Dialogs } from './Dialogs.tsx'

/** What the server never draws: the shopper's bag, and the dialogs over any page. */
export function OnDevice() {
  return (
    <>
      <BagPill />
      <Dialogs />
    </>
  )
}
