import type { BoardOrder, Rider, StaffOrder } from '#contract/staff/board.ts'
import type { StaffPerson } from '#contract/staff/people.ts'

const minuteMs = 60_000

export const minutesFromNow = (minutes: number): string =>
  new Date(Date.now() + minutes * minuteMs).toISOString()

export const meera: StaffPerson = {
  id: 'meera',
  name: 'Meera Kulkarni',
  role: 'manager',
  contactNumber: '9826012345',
  warehouses: [],
}

export const salim: Rider = {
  id: 'salim',
  name: 'Salim Khan',
  contactNumber: '9826054321',
  isOnShift: true,
  orderCount: 2,
}

/** A new order of two items that is due in 40 minutes and paid. */
export const aBoardOrder = (changes: Partial<BoardOrder> = {}): BoardOrder => ({
  number: 'PEH-AAAAAA',
  state: 'new',
  status: 'Accepted',
  purchaseType: 'Standard',
  placedAt: minutesFromNow(-5),
  promisedBy: minutesFromNow(40),
  since: minutesFromNow(-5),
  itemCount: 2,
  photos: [],
  totalPaise: 1559_00,
  paymentMethod: 'UPI',
  isPaid: true,
  duePaise: 0,
  customer: 'Ananya Joshi',
  area: 'Vijay Nagar 452010',
  warehouse: { id: 'indore', name: 'Vijay Nagar' },
  rider: null,
  attempts: 0,
  failedReason: null,
  ...changes,
})

/** The order page of a new order, with the moves of a manager. */
export const aStaffOrder = (changes: Partial<StaffOrder> = {}): StaffOrder => ({
  ...aBoardOrder(),
  lines: [
    {
      item: 1,
      productId: 'kurti',
      code: 'SAA-1027',
      name: 'Hand-block cotton kurti',
      brand: 'Saanjh',
      photo: null,
      size: 'M',
      trialSize: null,
      soldSize: null,
      quantity: 2,
      pricePaise: 779_50,
      netPaise: 1559_00,
      refundedPaise: 0,
      status: 'Accepted',
      inStock: 3,
      otherSizes: [{ size: 'L', onHand: 4 }],
    },
  ],
  person: {
    name: 'Ananya Joshi',
    contactNumber: '9826098260',
    earlierOrders: 5,
    refusedDeliveries: 0,
  },
  receiver: null,
  address: {
    label: 'home',
    house: '',
    street: '12 Palm Residency, Vijay Nagar',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    latitude: 22.7533,
    longitude: 75.8937,
    corrections: 0,
  },
  amounts: {
    itemsPaise: 1559_00,
    couponPaise: 0,
    couponName: null,
    trialPaise: 0,
    shippingPaise: 0,
    totalPaise: 1559_00,
    refundedPaise: 0,
    refundablePaise: 1559_00,
  },
  payments: [
    {
      provider: 'razorpay',
      kind: 'checkout',
      status: 'captured',
      amountPaise: 1559_00,
      reference: 'pay_Ohx72Kd',
      at: minutesFromNow(-5),
    },
  ],
  refunds: [],
  documents: [],
  proof: { kind: 'none', photos: [] },
  returns: [],
  timeline: [
    { at: minutesFromNow(-5), text: 'Accepted', by: 'Customer', role: null, kind: 'move' },
  ],
  moves: [
    { move: 'startPacking', stock: null, money: null, message: null },
    {
      move: 'cancel',
      stock: '2 items back on sale in Vijay Nagar',
      money: '₹1,559.00 is refunded',
      message: 'The customer is told that the order was cancelled',
    },
  ],
  ...changes,
})
