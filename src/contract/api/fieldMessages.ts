import * as rules from '#contract/rules.ts'
import { houseMissing } from '#contract/delivery/streetLine.ts'

/** What to enter into each field of a body or query, shown at the form. */
const byField: Record<string, string> = {
  contactNumber: 'Enter a 10-digit mobile number',
  otp: `Enter the ${rules.otp.digits}-digit OTP`,
  firstName: 'Enter your first name, in letters only',
  lastName: 'Enter your last name, in letters only',
  email: 'Enter an email address, like name@example.com',
  dateOfBirth: 'Enter your date of birth',
  gender: 'Choose a gender',
  name: 'Enter a name',
  text: 'Tell us what went wrong',
  house: houseMissing,
  street: 'Enter your house number and street',
  city: 'Enter your city',
  state: 'Enter your state',
  postalCode: 'Enter a 6-digit PIN code',
  label: 'Choose Home, Work or Other',
  latitude: 'Choose your location on the map',
  longitude: 'Choose your location on the map',
  lat: 'Choose your location on the map',
  lng: 'Choose your location on the map',
  quantity: `Choose a quantity from 1 to ${rules.cart.maxQuantity}`,
  size: 'Select a size',
  trialSize: 'Choose a size to try',
  purchaseType: 'Choose Standard or Try & Buy',
  paymentMethod: 'Choose how you want to pay',
  addressId: 'Choose a delivery address',
  itemId: 'Choose an item in your bag',
  productId: 'Choose an item',
  couponId: 'Enter a coupon code',
  receiver: 'Enter the receiver’s name and mobile number',
  stars: 'Choose 1 to 5 stars',
  words: 'Shorten your review',
  fit: 'Choose how it fits',
  returnReason: 'Choose a reason',
  photos: `Add up to ${rules.reviewPhotos.max} photos`,
  returnPhotos: `Add up to ${rules.returnPhotos.max} photos`,
  returnData: 'Choose the items to return',
  exchangeReason: 'Shorten your reason',
  orderItemIds: 'Choose the items to cancel',
  search: `Enter up to ${rules.search.maxLength} characters to search`,
  q: 'Enter at least 2 characters',
  priceMin: 'Enter a price in rupees',
  priceMax: 'Enter a price in rupees',
  topics: 'Choose what to be notified about',
  kind: 'Choose what to be notified about',
}

/** The part of a valibot issue that is used here. */
type Issue = { type: string; input: unknown; requirement?: unknown }

/**
 * The message for an invalid field whose schema has no message of its own. `path` is the field's,
 * with dots. The schema library's texts never reach a customer.
 */
export function fieldMessage(path: string, { type, input, requirement }: Issue): string {
  if (type === 'max_length' && typeof input === 'string') {
    return `Use ${String(requirement)} characters or fewer`
  }
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  const fieldName = names.reverse().find((name) => Object.hasOwn(byField, name))
  return fieldName === undefined ? 'This field is missing or not valid' : (byField[fieldName] ?? '')
}
