import type { OrderStatus, PaymentMethod } from '#contract/orders/order.ts'
import type { OrderMove } from '#contract/staff/orderMoves.ts'
import { stateNames } from '#desk/ui/orderStates.ts'
import { changeTexts } from './changes/changeTexts.ts'
import type { GroupName, Stage } from '#desk/board/urgency.ts'
import { plural } from '#desk/ui/plural.ts'

const stages: Record<Stage, string> = stateNames

const groups: Record<GroupName, string> = {
  late: 'Late',
  failed: 'Failed delivery, needs a decision',
  soon: 'Due within 15 minutes',
  later: 'Due later',
}

const moves: Record<OrderMove, string> = {
  startPacking: 'Start packing',
  markReady: 'Mark ready',
  unpack: 'Put back to new',
  handOver: 'Assign rider',
  startDelivery: 'Start delivery',
  arrive: 'Arrived at the door',
  startTrial: 'Start the trial',
  collectCash: 'Collect the payment',
  deliver: 'Mark delivered',
  noteAttempt: 'Could not deliver',
  deliverAgain: 'Deliver again',
  bringBack: 'Bring back and cancel',
  refuse: 'Refused at the door',
  reassign: 'Change rider',
  cancel: 'Cancel the whole order',
}

/** What the timeline calls an event of the order. */
const events: Partial<Record<OrderStatus, string>> = {
  Accepted: 'Order placed',
  Shipped: 'Handed over to the rider',
  'On the way': 'Delivery started',
  Arrived: 'Arrived at the door',
  'Size Trialing': 'Trial started',
  Delivered: 'Delivered',
  Cancelled: 'Cancelled',
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Why a move is made; the last one asks for words. */
const reasons: Partial<Record<OrderMove, readonly string[]>> = {
  cancel: ['Out of stock', 'Customer asked', 'Address cannot be served', 'Fraud suspected'],
  noteAttempt: ['Not at home', 'Phone switched off', 'Address not found', 'Asked for another time'],
  bringBack: ['Customer cannot be reached', 'Customer asked', 'Address not found'],
  refuse: ['Did not like it', 'Wrong size', 'Damaged', 'No cash', 'Did not order it'],
}

const paymentKinds: Record<string, string> = {
  checkout: 'Payment at checkout',
  link: 'Payment by link',
  on_delivery: 'Payment at the door',
}

/** Of payments and refunds. */
const statuses: Record<string, string> = {
  created: 'not paid yet',
  captured: 'received',
  cancelled: 'not paid',
  pending: 'being sent',
  processed: 'refunded',
}

const paidMethods: Partial<Record<PaymentMethod, string>> = {
  UPI: 'Paid UPI',
  'Credit card': 'Paid card',
  'Debit card': 'Paid card',
  'Net banking': 'Paid by bank',
  'Cash on delivery': 'Cash paid',
}

const paidBy = (method: PaymentMethod): string => paidMethods[method] ?? 'Paid online'

/** Why money was given back, by the reason that the server keeps. */
const refundReasons = {
  late: 'Late delivery',
  damaged: 'Damaged item',
  missing: 'Missing item',
  overcharged: 'Charged too much',
  goodwill: 'Goodwill',
  cancelled: 'Order cancelled',
  item_cancelled: 'Item cancelled',
  item_replaced: 'Another item instead',
  returned: 'Item returned',
  trial_unsold: 'Not kept after the trial',
  paid_twice: 'Paid twice',
  not_asked: 'Unexpected payment',
} as const

const reasonName = (reason: string): string =>
  Object.entries(refundReasons).find(([name]) => name === reason)?.[1] ??
  reason.replaceAll('_', ' ')

const documentKinds: Record<string, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
}

export const texts = {
  title: 'Board',
  live: 'Live',
  notLive: 'Updates every 10 s',
  offline: 'Not live',
  summary: (status: string, open: number, late: number) =>
    [status, `${open} open`, late > 0 && `${late} late`].filter(Boolean).join(' · '),
  takeOrder: 'New order',
  sound: 'Sound for new orders',
  soundIs: (isOn: boolean) => `Sound for new orders: ${isOn ? 'on' : 'off'}`,
  stages,
  groups,
  moves,
  reasons,
  items: (count: number) => plural(count, 'item'),
  orders: (count: number) => plural(count, 'order'),
  eventOf: (text: string): string => events[text as OrderStatus] ?? capitalized(text),

  stateFilter: 'Filter by state',
  late: (count: number) => `${count} late`,
  oldest: (age: string) => `oldest ${age}`,
  needsDecision: 'needs a decision',
  none: 'none',

  views: 'Views',
  view: {
    all: 'All open',
    late: 'Late',
    trial: 'Try & Buy',
    noRider: 'No rider yet',
    cash: 'Cash due',
  },
  saveView: 'Save view',
  viewName: 'Name of the view',
  save: 'Save',
  cancel: 'Cancel',
  removeView: (name: string) => `Remove view ${name}`,
  filter: 'Filter',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  warehouse: 'Warehouse',
  allWarehouses: 'All warehouses',
  payment: 'Payment',
  anyPayment: 'Any payment',
  payments: { cash: 'Cash on delivery', online: 'Paid online' },
  rider: 'Rider',
  anyRider: 'Any rider',
  noRider: 'No rider',
  onlyLate: 'Late only',
  onlyTrial: 'Try & Buy only',

  search: 'Search orders',
  searchHint: 'Number, phone, name or product code',
  closeSearch: 'Close search',
  results: (words: string) => `Orders for “${words}”`,
  newestFirst: 'newest first, closed ones too',
  nothingFound: 'No orders found',
  nothingFoundBody: (words: string) =>
    `Nothing matches “${words}”. Try the order number, a phone number, a name or a product code.`,
  couldNotSearch: 'We couldn’t search the orders.',
  showMore: 'Show more',
  loadingMore: 'Loading…',

  columns: {
    select: 'Select',
    promise: 'Promise',
    order: 'Order',
    state: 'State',
    since: 'For',
    customer: 'Customer and area',
    items: 'Items',
    amount: 'Amount',
    payment: 'Payment',
    warehouse: 'WH',
    rider: 'Rider',
    step: 'Next step',
  },
  select: (number: string) => `Select ${number}`,
  selectAll: 'Select all orders',
  trial: 'Try & Buy',
  trialShort: 'T&B',
  cashDue: 'Cash due',
  cashDueOf: (amount: string) => `${amount} due`,
  paidBy,
  unpaid: 'Not paid',
  attempts: (reason: string | null, count: number) =>
    `${reason ?? 'Not delivered'}, attempt ${count}`,
  call: 'Call rider',
  callRider: (name: string) => `Call rider ${name}`,
  decide: 'Decide',
  moving: 'Saving…',
  waiting: 'The list has changed. Rows stay in place while you work on them.',
  moveRows: 'Update the list',

  empty: 'No open orders',
  emptyBody: 'New orders show up here by themselves, with a sound if you switch it on.',
  emptyFiltered: 'No open orders match',
  emptyFilteredBody: 'Other orders are open. Clear the filters to see them.',
  loading: 'Loading orders…',
  couldNotLoad: 'We couldn’t load the orders.',
  listFrom: (time: string) =>
    `You see the list from ${time}. Moves are switched off until it’s back.`,
  nextTry: (seconds: number) => `Next try in ${seconds} s`,
  trying: 'Trying…',

  newOrder: 'New order:',
  newOrders: (count: number) => `${count} new orders`,
  open: 'Open',
  openOrder: 'Open order',
  dismiss: 'Close',

  overtaken: (number: string, what: string) => `${number}: ${what}.`,
  overtakenBy: (what: string, by: string, when: string) => `${what} by ${by}, ${when}`,
  notSaved: 'Your change wasn’t saved. This is the order as it is now.',
  notSavedUnread: 'Your change wasn’t saved. Read the order again before you go on.',
  secondsAgo: (seconds: number) => (seconds < 60 ? `${seconds} s ago` : undefined),
  moveFailed: (number: string, problem: string) => `${number}: ${problem}`,

  selected: (count: number) => `${count} selected`,
  selectedOrders: 'Selected orders',
  clear: 'Clear',
  bulkTitle: {
    startPacking: (done: number, all: number) => `Packing started for ${done} of ${all} orders`,
    markReady: (done: number, all: number) => `${done} of ${all} orders marked ready`,
    handOver: (done: number, all: number) => `${done} of ${all} orders given to the rider`,
  },
  bulkBusy: (count: number) => `Saving ${plural(count, 'order')}…`,
  notNow: (state: string) => `Not possible, it is now: ${state}`,
  close: 'Close',

  keys: 'Keyboard',
  keyList: [
    ['/', 'Search'],
    ['J  K', 'Next and previous order'],
    ['Enter', 'Open the order'],
    ['X', 'Select the order'],
    ['R', 'Mark ready'],
    ['A', 'Assign a rider'],
    ['F', 'Filter'],
    ['N', 'Take an order on the phone'],
    ['Esc', 'Close, or clear'],
    ['?', 'These keys'],
  ] as const,

  chooseRider: (orders: string) => `Assign a rider to ${orders}`,
  riders: 'Riders',
  riderOrders: (count: number, isOnShift: boolean) =>
    `${isOnShift ? 'On shift' : 'Not on shift'} · ${plural(count, 'order')}`,
  noRiders: 'There are no riders yet. A manager can add one.',
  couldNotLoadRiders: 'We couldn’t load the riders.',
  chooseRiderFirst: 'Choose a rider',
  reason: 'Reason',
  otherReason: 'Another reason',
  reasonWords: 'What happened',
  giveReason: 'Say why',
  kept: 'What does the customer keep?',
  keptHint: 'What is not kept goes back on sale, and is refunded if it was paid.',
  keepsSize: (size: string) => `Keeps size ${size}`,
  keepsNothing: 'Gives it back',
  keep: 'Not now',
  back: 'Back to the board',

  refundReasons,
  ...changeTexts,

  order: {
    title: 'Order',
    notFound: 'Order not found',
    notFoundBody: 'No order has this number, or your role can’t open it.',
    loading: 'Loading the order…',
    couldNotLoad: 'We couldn’t load this order.',
    stale: (time: string) =>
      `We can’t reach the store. You see the order from ${time}. Moves are switched off until it’s back.`,
    items: 'Items',
    code: (code: string) => `Code ${code}`,
    size: (size: string) => `Size ${size}`,
    alsoTries: (size: string) => `also tries ${size}`,
    kept: (size: string) => `kept ${size}`,
    inStock: (count: number) => (count > 0 ? `${count} more in stock` : 'no more in stock'),
    lineCancelled: 'Cancelled',
    lineRefunded: (amount: string) => `${amount} refunded`,
    customer: 'Customer and address',
    earlier: (count: number) => (count === 0 ? 'First order' : plural(count, 'other order')),
    refused: (count: number) => plural(count, 'delivery refused', 'deliveries refused'),
    allOrders: 'All their orders',
    receiver: 'Receives the order',
    callPerson: (name: string) => `Call ${name}`,
    map: 'Open in maps',
    copy: 'Copy address',
    copied: 'Copied',
    money: 'Payment and refunds',
    itemsAmount: 'Items',
    coupon: (name: string | null) => (name ? `Coupon ${name}` : 'Coupon'),
    trial: 'Trial charge',
    delivery: 'Delivery',
    free: 'Free',
    total: 'Total',
    due: 'To collect at the door',
    refund: (reason: string) => `Refund: ${reasonName(reason)}`,
    refundable: 'Can still be refunded',
    paymentOf: (kind: string) => paymentKinds[kind] ?? 'Payment',
    statusOf: (status: string) => statuses[status] ?? status.replaceAll('_', ' '),
    documentOf: (kind: string) => documentKinds[kind] ?? 'Document',
    noPayments: 'No payment yet',
    timeline: 'Timeline',
    newestFirst: 'who did what, newest first',
    promise: 'Promise to the customer',
    note: (text: string) => `Note: “${text}”`,
    addNote: 'Add note',
    noteLabel: 'Note for the team',
    noteHint: 'Customers don’t see it.',
    noteMissing: 'Write the note first',
    saveNote: 'Save note',
    couldNotSaveNote: 'We couldn’t save the note. Please try again.',
    moves: 'What you can do now',
    noMoves: 'This order needs no next step from you.',
    start: 'Start',
    stock: 'Stock',
    moneyEffect: 'Money',
    message: 'Message',
    noChange: 'No change',
    switchedOff: 'Possible when the connection is back.',
    previous: 'Previous order, key K',
    next: 'Next order, key J',
    position: (at: number, count: number) => `${at} of ${count}`,
    refunds: (amount: string) => `Cancel and refund ${amount}`,
    collects: (move: string, amount: string) => `${move}, ${amount}`,
  },
} as const
