import { addressHandler } from '#features/account/addresses/addressOutbox.ts'
import { profileHandler } from '#features/account/profile/profileOutbox.ts'
import { cartHandler } from '#features/cart/cartOutbox.ts'
import { wishlistHandler } from '#features/wishlist/wishlistOutbox.ts'
import { createOutbox } from '#platform/outbox/outbox.ts'

export { unsentMessages } from '#platform/outbox/outbox.ts'

/** The one outbox of the page. Pages without a customer do not import it. */
export const {
  submit,
  flush,
  undo,
  discardAll,
  sendForOrder,
  sendAfterFlush,
  startOutbox,
  refusalOf,
} = createOutbox({
  cart: cartHandler,
  wishlist: wishlistHandler,
  address: addressHandler,
  profile: profileHandler,
})
