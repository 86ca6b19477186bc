import { plural } from '#desk/ui/plural.ts'

/** The texts of orders on the phone, so that another language can follow. */
export const texts = {
  title: 'New order',
  subtitle: 'For a customer on the phone',
  back: 'Back to the board',
  discard: 'Discard',
  restored: 'You began this order before. It is as you left it.',

  customer: 'Customer',
  phone: 'Mobile number',
  phoneMissing: 'Enter the customer’s 10-digit mobile number',
  searching: 'Looking for the customer…',
  couldNotSearch: 'We couldn’t look for the customer.',
  unknown:
    'This number is new. It gets an account, which the customer completes at their first login.',
  name: 'Name',
  nameMissing: 'Enter the customer’s name',
  orders: (count: number) => (count === 0 ? 'No orders yet' : plural(count, 'order')),
  refused: (count: number) => plural(count, 'delivery refused', 'deliveries refused'),

  address: 'Delivery address',
  addressFirst: 'Enter the mobile number first.',
  newAddress: 'New address',
  noPoint: 'We don’t know where this address is. Enter it as a new one.',
  receiver: 'Somebody else receives it',
  served: (place: string, warehouse: string, by: string) =>
    `${place} is delivered from ${warehouse}. An order placed now arrives ${by}.`,
  notYours: (place: string, warehouse: string) =>
    `${place} is delivered from ${warehouse}, and you don’t work for it.`,

  items: 'Items',
  stockOfWarehouse: (warehouse: string) => `Stock of ${warehouse}`,
  stockAnywhere: 'Stock of any warehouse. Enter the address to see what can be delivered.',
  code: (code: string) => `Code ${code}`,
  size: (size: string) => `Size ${size}`,
  inStock: (count: number) => `${count} in stock`,
  onlyLeft: (count: number) => (count === 0 ? 'Sold out here' : `Only ${count} left here`),
  less: (name: string) => `One ${name} less`,
  more: (name: string) => `One ${name} more`,
  quantity: (name: string) => `Quantity of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  noItems: 'Nothing added yet',
  itemMissing: 'Add a product',
  tooMany: 'Something is not in stock. Change the marked items.',

  price: 'Price',
  itemsAmount: 'Items',
  coupon: 'Coupon code',
  couponAmount: (name: string | null) => (name ? `Coupon ${name}` : 'Coupon'),
  apply: 'Apply',
  removeCoupon: 'Remove',
  couponFirst: 'Remove the coupon code, or enter another one.',
  delivery: 'Delivery',
  free: 'Free',
  total: 'Total',
  pricing: 'Working out the price…',
  couldNotPrice: 'We couldn’t work out the price.',
  priceLater: 'Add items and an address to see the price.',

  payment: 'Payment',
  cash: 'Cash on delivery',
  cashHint: (by: string) => `Placed at once. Arrives ${by}.`,
  link: 'Link to pay',
  linkHint: (minutes: number) =>
    `By text message, valid for ${minutes} minutes. The items are held until then. The arrival is promised once it is paid.`,
  noCash: (reason: string) => `${reason}.`,

  checkMarked: 'Please check the marked fields.',
  place: 'Place order',
  placeFor: (amount: string) => `Place order, ${amount}`,
  sendFor: (amount: string) => `Send link, ${amount}`,
  placing: 'Saving…',
  couldNotPlace: 'We couldn’t place the order. Please try again: it is placed only once.',

  placed: (number: string) => `${number} is placed`,
  placedBody: (by: string) =>
    `It arrives ${by}. The customer gets a text message with the link to it.`,
  linkSent: (number: string) => `${number} waits for its payment`,
  linkSentBody: (until: string) =>
    `The link is on its way to the customer. The items are held until ${until}. The order shows on the board once it is paid.`,
  openOrder: 'Open order',
  another: 'Another order',

  links: 'Links to pay',
  linksHint: 'of the last day',
  state: {
    waiting: (until: string) => `Waits for payment until ${until}`,
    paid: 'Paid',
    expired: 'Not paid in time, the items are on sale again',
  },
  notSent: 'The link is sent within a minute.',
  sentAt: (time: string) => `Sent ${time}`,
  sendAgain: 'Send again',
  sendAgainTo: (number: string) => `Send again, ${number}`,
  sentAgain: (number: string) => `The link of ${number} was sent again.`,
  release: 'Close link',
  releaseOf: (number: string) => `Close link of ${number} and release its items`,
  released: (number: string) => `The link of ${number} is closed, and its items are on sale.`,
  couldNotSend: 'We couldn’t send the link. Please try again.',
  couldNotRelease: 'We couldn’t close the link. Please try again.',
  couldNotLoadLinks: 'We couldn’t load the links to pay.',
} as const
