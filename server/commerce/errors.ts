import { StoreError } from '#server/platform/http/storeError.ts'

/** The errors that more than one feature throws, each with its sentence. */

export const accountNotFound = () => new StoreError('not_found', 'This account no longer exists')

export const addressNotFound = () => new StoreError('not_found', 'We couldn’t find this address')

/** Without a key, a request that is sent twice would place two orders. */
export const orderKeyMissing = () =>
  new StoreError('invalid', 'Orders need an Idempotency-Key header')

export const orderNotFound = () => new StoreError('not_found', 'This order does not exist')

/** For staff. `kind`: brand, category or subcategory. */
export const groupNotFound = (kind: string, id: string) =>
  new StoreError('not_found', `No ${kind} has the id ${id}`)

export const productNotFound = () => new StoreError('not_found', 'This item is no longer available')

/** For staff. */
export const noProductWithCode = (code: string) =>
  new StoreError('not_found', `No product has the code ${code}`)

export const photoNotFound = () =>
  new StoreError('invalid', 'A photo is no longer available. Please add your photos again.')

export const trialUnavailable = () =>
  new StoreError('not_allowed_now', 'Try & Buy isn’t available at the chosen address')

export const wrongOtp = () => new StoreError('invalid', 'Entered OTP is incorrect!')
