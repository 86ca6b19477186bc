import type { BagLetter, PickLine, Resolution, ScanMatch } from './picking/pickRound.ts'
import { plural } from '#desk/ui/plural.ts'

const items = (count: number) => plural(count, 'item')
type Swap = { from: string; to: string }

const orders = (count: number) => plural(count, 'order')

export const texts = {
  loading: 'Loading the pick list…',
  couldNotLoad: 'We couldn’t load the pick list.',
  notFresh: 'The list may be out of date: we couldn’t read it again. We keep trying.',
  empty: {
    title: 'Nothing to pick',
    body: 'New orders show up here by themselves.',
  },
  finished: {
    title: 'This round is finished',
    body: 'Its orders are ready or were cancelled.',
    next: 'Start the next round',
    print: 'Print slips and labels',
    handOver: 'Go to hand-over',
  },
  summary: (orderCount: number, picked: number, quantity: number) =>
    `${orders(orderCount)} in shelf order · ${picked} of ${items(quantity)} picked`,
  shortSummary: (picked: number, quantity: number, warehouse: string) =>
    `${picked} of ${items(quantity)} · ${warehouse}`,
  choose: 'Choose orders',
  printRound: 'Print',
  byShelf: 'Items by shelf',
  noShelf: 'No shelf',
  noShelfHint: 'Set the shelf in Stock',
  pickedOf: (picked: number, quantity: number) => `${picked} of ${quantity}`,
  allPicked: (quantity: number) => `${quantity} of ${quantity} picked`,
  trialSize: 'Trial size',
  next: 'Next: scan its label, or tap the box',
  cannotFind: 'Can’t find it',
  /** Begins with what the button shows. */
  tick: ({ name, size, letter, picked, quantity }: PickLine) =>
    `${picked}/${quantity} Mark as picked: ${name}, size ${size}, bag ${letter}`,
  untick: ({ name, size, letter }: PickLine) => `Take back: ${name}, size ${size}, bag ${letter}`,
  bag: (letter: BagLetter) => `Bag ${letter}`,
  couldNotSaveTick: 'We couldn’t save this tick. Please try again.',
  scanner: {
    title: 'Scanner',
    ready: 'Hand scanner ready',
    scanHint: 'Scan a label anywhere on this page.',
    field: 'No scanner? Type the code on the label',
    example: 'SAA-1087-M',
    submit: 'Enter',
    empty: 'Enter the code on the label',
    undo: 'Undo',
    scannedAt: (time: string) => `scanned ${time}`,
    putIn: 'Put it in',
  },
  answerTitle: (match: ScanMatch): string => {
    switch (match.kind) {
      case 'right':
        return `Right item: ${match.line.name}, size ${match.line.size}`
      case 'enough':
        return `Already picked: ${match.line.name}, size ${match.line.size}`
      case 'wrongSize':
        return `Wrong size: this is ${match.scannedSize}, you need ${match.line.size}`
      case 'whichSize':
        return `Scan the label with the size: you need ${match.lines.map(({ size }) => size).join(' and ')}`
      case 'unknown':
        return `Not in this round: ${match.code}`
    }
  },
  answerDetail: (match: ScanMatch): string => {
    switch (match.kind) {
      case 'right':
        return `Put it in bag ${match.line.letter}`
      case 'enough':
      case 'wrongSize':
        return `${match.line.name} · ${match.line.shelf ? `put it back on ${match.line.shelf}` : 'put it back'}`
      case 'whichSize':
        return match.lines[0]?.name ?? ''
      case 'unknown':
        return 'Put it back, or check the code'
    }
  },
  round: {
    title: 'Orders in this round',
    picked: (picked: number, quantity: number) => `${picked} of ${items(quantity)} picked`,
    ready: 'Ready',
    readyLabel: (number: string) => `Mark ${number} ready`,
    print: (number: string) => `Print slip and label of ${number}`,
    markAll: 'Mark all ready',
    marking: 'Marking ready…',
    missing: (count: number) => `Pick or resolve ${items(count)} first.`,
    isReady: 'Ready for the rider',
    hasLeft: 'No longer to be packed',
  },
  handOver: {
    loading: 'Loading ready orders…',
    couldNotLoad: 'We couldn’t load the ready orders.',
    empty: { title: 'No order is ready', body: 'Orders show up here when they are packed.' },
    toPickList: 'Go to the pick list',
    scanHint: 'Scan the label of a bag, or choose orders below.',
    field: 'Order number on the label',
    example: 'PEH-7K2QD',
    choose: 'Choose',
    enterNumber: 'Enter the number on the label',
    orders: 'Ready orders',
    all: 'Choose all',
    chosen: (number: string) => `${number} is chosen`,
    alreadyChosen: (number: string) => `${number} is already chosen`,
    notReady: (number: string) => `${number} isn’t ready for a rider`,
    select: (number: string) => `Choose ${number}`,
    detail: (customer: string, count: number, warehouse: string) =>
      `${customer} · ${items(count)} · ${warehouse}`,
    cashDue: (amount: string) => `Collect ${amount}`,
    dueAfterTrial: (amount: string) => `Up to ${amount} after the trial`,
    paid: 'Paid',
    trial: 'Try & Buy',
    rider: 'Rider',
    riderLoading: 'Loading riders…',
    couldNotLoadRiders: 'We couldn’t load the riders.',
    noRiders: 'No riders work for this warehouse. An owner or manager can add one.',
    onShift: 'On shift',
    offShift: 'Not on shift',
    carries: (count: number) => (count === 0 ? 'No orders' : orders(count)),
    chooseOrders: 'Choose at least one order',
    chooseRider: 'Choose a rider',
    handOver: (count: number, rider: string | undefined) =>
      ['Hand over', count > 0 && orders(count), rider && `to ${rider}`].filter(Boolean).join(' '),
    handingOver: 'Handing over…',
    results: 'Result',
    done: (number: string, rider: string) => `${number} is with ${rider}`,
    failed: 'We couldn’t hand it over. Please try again.',
  },
  print: {
    loading: 'Loading the orders…',
    couldNotLoad: 'We couldn’t load the orders.',
    couldNotLoadOrder: 'We couldn’t load this order.',
    none: { title: 'Nothing to print', body: 'Choose orders on the pick list, then Print.' },
    toPickList: 'Go to the pick list',
    title: (count: number) => orders(count),
    formats: 'A5 and 4 × 6 inch',
    back: 'Back',
    slips: (count: number) => (count === 1 ? 'Slip' : 'Slips'),
    labels: (count: number) => (count === 1 ? 'Label' : 'Labels'),
    slip: 'Packing slip',
    slipOf: (number: string) => `Packing slip of ${number}`,
    labelOf: (number: string) => `Label of ${number}, 4 by 6 inches`,
    sender: (entity: string, warehouse: string) => `${entity}, ${warehouse}`,
    gstin: (gstin: string) => `GSTIN ${gstin}`,
    deliverTo: 'Deliver to',
    delivery: 'Delivery',
    deliverBy: (day: string) => `Deliver by, ${day}`,
    by: (time: string, day: string) => `By ${time}, ${day}`,
    trial: 'TRY & BUY',
    collect: (amount: string) => `Collect ${amount} at the door.`,
    collectAfterTrial: (amount: string) => `Collect up to ${amount} after the trial.`,
    paid: 'Paid, collect nothing.',
    collectShort: (amount: string) => `COLLECT ${amount}`,
    collectAfterTrialShort: (amount: string) => `AFTER TRIAL up to ${amount}`,
    paidShort: 'PAID · collect ₹0',
    columns: {
      checked: 'Checked',
      item: 'Item',
      size: 'Size',
      code: 'Code',
      quantity: 'Qty',
      price: 'Price',
    },
    alsoTry: (size: string) => `also try ${size}`,
    notInParcel: (name: string, size: string, quantity: number) =>
      `Not in this parcel: ${quantity} × ${name}, size ${size}. It was cancelled.`,
    trying: {
      title: 'Trying two sizes?',
      body: 'Keep the size that fits and hand the other one back to the rider with its tags on.',
    },
    amounts: {
      items: 'Items',
      coupon: (name: string | null) => (name ? `Coupon ${name}` : 'Coupon'),
      trial: 'Trial charge',
      delivery: 'Delivery',
      free: 'Free',
      refunded: 'Refunded',
      paidBefore: 'Paid online',
      toPay: 'To pay at the door',
      toPayAfterTrial: 'To pay after the trial, at most',
      total: 'Paid, GST included',
    },
    checkedBy: 'Packed by ____________  Checked by ____________',
    units: (count: number) => plural(count, 'piece'),
    noInvoice: (email: string) =>
      `This is not a tax invoice. You find yours with the order in your account. Questions: ${email}`,
    rider: (name: string) => `Rider ${name}`,
    riderBlank: 'Rider ____________',
  },
  shortage: {
    shortBy: (count: number) => `Short by ${count}.`,
    emptied: (shelf: string | null) =>
      shelf
        ? `Shelf ${shelf} will count as empty for this size.`
        : 'The stock of this size will be set to 0.',
    swapTo: (size: string) => `Swap to size ${size}`,
    inStock: (count: number) => `${count} in stock`,
    noSize: 'No other size is in stock right now.',
    untickToSwap: 'To send another size instead, take back the tick first.',
    cancelItem: (missing: number, quantity: number) =>
      missing === quantity ? 'Cancel this item' : `Cancel ${missing} of ${quantity}`,
    cancelOrder: (number: string) => `Cancel order ${number}`,
    askManager: 'This is the whole order. Ask a manager or support to cancel it.',
    titleOf: (resolution: Resolution, { quantity, number }: PickLine): string => {
      switch (resolution.kind) {
        case 'swap':
          return `Swap to size ${resolution.size}`
        case 'cancelItem':
          return resolution.quantity === quantity
            ? 'Cancel this item'
            : `Cancel ${resolution.quantity} of ${quantity}`
        case 'cancelOrder':
          return `Cancel order ${number}`
      }
    },
    stock: 'Stock',
    money: 'Money',
    message: 'Message',
    effects: {
      nothing: 'Nothing changes',
      swapStock: ({ from, to, quantity }: Swap & { quantity: number }) =>
        `${items(quantity)} in size ${to} is taken from stock. Size ${from} is set to 0.`,
      noMoney: 'Nothing changes: the price stays the same',
      swapMessage: ({ from, to }: Swap) =>
        `The customer is told that size ${to} comes instead of ${from}`,
      emptied: (size: string) => `Size ${size} is set to 0`,
      lessCash: (amount: string) => `The customer pays ${amount} less at the door`,
      cancelMessage: 'The customer is told that the item was cancelled',
      emptiedOfTrial: (size: string) => `Size ${size} is set to 0. The other size is back on sale`,
    },
    noEffects: 'We couldn’t read what this will do. Nothing was changed.',
    keep: 'Go back',
    saving: 'Saving…',
    cancelReason: 'Could not be found in the warehouse',
  },
  couldNotMarkReady: 'We couldn’t mark it ready. Please try again.',
  chooser: {
    title: 'Orders of the round',
    hint: (count: number) => `Up to ${count} orders of one warehouse, each with its own bag.`,
    otherWarehouse: 'Another warehouse',
    detail: (customer: string, quantity: number, warehouse: string) =>
      `${customer} · ${items(quantity)} · ${warehouse}`,
    start: (count: number) => `Pick ${orders(count)}`,
    chooseOne: 'Choose at least one order',
    close: 'Close',
    begun: 'Packing',
  },
} as const
