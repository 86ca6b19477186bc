/** Everything the page keeps in local storage; the rest is in IndexedDB. Logout empties both. */
export const storageKeys = {
  gender: 'gender',
  token: 'token',
  user: 'user',
  redirectAfterLogin: 'redirectAfterLogin',
  orderSuccessTimestamp: 'orderSuccessTimestamp',
} as const

/** Until when a payment link of this order cannot be sent again. */
export const paymentLinkEndKey = (orderId: string) => `paymentLinkEnd-${orderId}`

/** Everything the page keeps in session storage, until the tab closes. */
export const sessionKeys = {
  userAddress: 'user-address',
  locationPopupShown: 'location-popup-shown',
  isServiceable: 'isServiceable',
  userLatLong: 'user-lat-long',
  lastCheckedLatLong: 'last-checked-latlong',
  storageHintShown: 'storage-hint-shown',
  offlineContinued: 'offline-continued',
} as const
