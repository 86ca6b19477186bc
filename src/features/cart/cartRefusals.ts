import type { ChangeOf } from '#platform/outbox/changes.ts'

/** What a shopper reads if the bag could not be changed, at the tap or later from the outbox. */
export const cartRefusals: Record<ChangeOf<'cart'>['type'], string> = {
  'cart.add': 'Product could not be added to cart!',
  'cart.update': 'Could not update size!',
  'cart.setDelivery': 'Could not update delivery option',
  'cart.remove': 'Could not remove product from cart!',
  'cart.moveToWishlist': 'Could not move product to wishlist!',
}
