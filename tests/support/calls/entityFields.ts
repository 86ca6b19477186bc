export const fields = (names: string) => names.split(' ')

/** The fields of an entity at a path of the response. */
export const fieldsAt = (path: string, fields: readonly string[]) =>
  fields.map((field) => `${path}.${field}`)

/** The fields of each entity of the specification. */
export const user = fields('name _id firstName lastName email contactNumber dateOfBirth gender')
export const address = fields('_id label house street city state postalCode latitude longitude')
export const receiver = ['name', 'contactNumber']
export const subcategory = fields('_id name title slug photo')
export const category = [
  ...fields('_id name slug photo image title gender[].name'),
  ...fieldsAt('subcategories[]', subcategory),
]
export const brand = fields('_id name photo gender[].name')
export const slider = fields('_id sliderType gender.name isFor photo link')
export const product = [
  ...fields('_id productId name brand._id brand.name brand.is_try_and_buy_visible category._id'),
  ...fields('subcategory[]._id photos[] mrp discount discountedPrice discountPercentage'),
  ...fields('size[] stock'),
]
export const coupon = fields(
  '_id name headline tagline minimumPurchase discountType couponAmount discountUpTo',
)
export const cartLine = [
  ...fields('_id quantity size purchaseType trialSize'),
  ...fieldsAt('productId', product),
]
export const cart = [
  ...fieldsAt('products[]', cartLine),
  'totalAmount',
  ...fieldsAt('couponId', coupon),
  'addressId',
  'receiver',
]
const amountDetails = fields(
  'isCouponApplied baseAmount discountedAmount trialCharges shippingCharges finalAmount',
)
const orderLine = [
  ...fieldsAt('productId', product),
  ...fields('_id size trialSize quantity price netAmount purchaseType status soldSize isReviewed'),
  ...fields('exchangeDetails.newProductSize refusalReason'),
]
export const order = [
  ...fields(
    '_id orderID orderSlug createdAt deliveredAt deliveryMinutes orderStatus paymentMethod',
  ),
  ...fields('paymentStatus totalAmount orderType delivery_agent.name'),
  'delivery_agent.contactNumber',
  ...fieldsAt('products[]', orderLine),
  ...fieldsAt('addressId', address),
  ...fieldsAt('amountDetails', amountDetails),
]
export const terms = ['result.chargeAmount', 'result.conditions']
export const place = fields('formattedAddress city state postalCode latitude longitude')

/** The paths that a response does not contain. */
export const missingFields = (response: unknown, paths: readonly string[]): string[] =>
  paths.filter((path) => !hasPath(response, path.split('.')))

function hasPath(value: unknown, [part, ...rest]: string[]): boolean {
  if (part === undefined) return true
  const name = part.replace(/\[\]$/, '')
  if (typeof value !== 'object' || value === null || !(name in value)) return false
  const inside = (value as Record<string, unknown>)[name]
  if (name === part) return hasPath(inside, rest)
  return Array.isArray(inside) && inside.length > 0 && inside.every((one) => hasPath(one, rest))
}
