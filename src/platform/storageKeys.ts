/** Everything the page keeps in local storage. Sign-out empties all of it. */
export const storageKeys = {
  gender: 'gender',
  token: 'token',
  user: 'user',
  /** Who was signed in last: what is kept here after a session ran out is theirs. */
  lastUserId: 'lastUserId',
  redirectAfterLogin: 'redirectAfterLogin',
  orderSuccessTimestamp: 'orderSuccessTimestamp',
  /** A payment that was begun, until its end is known. */
  paymentTry: 'paymentTry',
  /** What has just changed in IndexedDB: the other tabs hear of it, and it is gone again. */
  changed: 'changed',
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
  /** An order that was sent and not answered yet. */
  orderTry: 'order-try',
  /** When a page was last opened anew by itself, after a deploy. */
  openedAnewAt: 'opened-anew-at',
} as const
