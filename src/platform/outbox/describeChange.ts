import { addressText } from '#contract/account.ts'
import type { Change } from './changes.ts'

type Description = { what: string; item: string }

/** Describes a change for the list of waiting changes. */
export function describeChange(change: Change): Description {
  switch (change.type) {
    case 'wishlist.add':
      return { what: 'Add to wishlist', item: change.product.name }
    case 'wishlist.remove':
      return { what: 'Remove from wishlist', item: change.product.name }
    case 'cart.add':
      return { what: 'Add to bag', item: `${change.product.name}, size ${change.size}` }
    case 'cart.update':
      return { what: updateText(change.to), item: change.name }
    case 'cart.setDelivery':
      return { what: 'Change delivery option', item: deliveryText[change.purchaseType] }
    case 'cart.remove':
      return { what: 'Remove from bag', item: change.name }
    case 'cart.moveToWishlist':
      return { what: 'Move to wishlist', item: change.product.name }
    case 'address.add':
      return { what: 'Add address', item: addressText(change.address) }
    case 'address.update':
      return { what: 'Update address', item: addressText(change.address) }
    case 'address.remove':
      return { what: 'Remove address', item: `${change.label.toUpperCase()}, ${change.city}` }
    case 'profile.update': {
      const { firstName, lastName, email } = change.profile
      const name = `${firstName} ${lastName}`.trim()
      return { what: 'Update profile', item: [name, email].filter(Boolean).join(', ') }
    }
  }
}

const deliveryText = { Standard: 'Standard', 'Try and Buy': 'Try & Buy' } as const

type Update = Extract<Change, { type: 'cart.update' }>['to']

function updateText({ size, quantity, trialSize }: Update): string {
  const parts = [
    size && `size ${size}`,
    quantity && `quantity ${quantity}`,
    trialSize && `second size ${trialSize}`,
  ]
  return `Change to ${parts.filter(Boolean).join(', ')}`
}
