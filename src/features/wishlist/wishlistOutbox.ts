import { getDefaultStore } from 'jotai'

import { type Change, type ChangeOf, isChangeOf } from '#platform/outbox/changes.ts'
import type { Handler } from '#platform/outbox/outbox.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { addToWishlist, readWishlist, removeFromWishlist, type Wishlist } from './wishlistApi.ts'
import { wishlistAtom, withoutProduct, withProduct } from './wishlistAtom.ts'

const refusals: Record<ChangeOf<'wishlist'>['type'], string> = {
  'wishlist.add': 'Product could not be added to wishlist!',
  'wishlist.remove': 'Product could not be removed from wishlist!',
}

const store = getDefaultStore()

/** The wishlist after a change. Moving an item out of the bag changes it too. */
function withPendingChange(wishlist: Wishlist, change: Change): Wishlist {
  if (change.type === 'cart.moveToWishlist') return withProduct(wishlist, change.product)
  if (!isChangeOf('wishlist', change)) return wishlist
  switch (change.type) {
    case 'wishlist.add':
      return withProduct(wishlist, change.product)
    case 'wishlist.remove':
      return withoutProduct(wishlist, change.product._id)
  }
}

export const wishlistHandler: Handler<'wishlist', Wishlist> = {
  applyChange: withPendingChange,
  async send(change, { ownerId: userId, ...options }) {
    const product = { userId, productId: change.product._id }
    switch (change.type) {
      case 'wishlist.add':
        await addToWishlist(product, options)
        return {}
      case 'wishlist.remove':
        await removeFromWishlist(product, options)
        return {}
    }
  },
  onSent: (change) => void store.set(wishlistAtom, (saved) => withPendingChange(saved, change)),
  refusal: ({ type }) => refusals[type],
  async refresh() {
    const products = await readUntilSettled(readWishlist)
    if (!products) return
    const ids = products.map(({ productId }) => productId._id)
    void store.set(wishlistAtom, () => ({ ids, lines: products }))
  },
}
