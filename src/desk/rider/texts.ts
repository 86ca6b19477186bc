import type { BoardState, OrderMove } from '#contract/staff/orderMoves.ts'
import type { RiderAction } from './moves/moveQueue.ts'
import { plural } from '#desk/ui/plural.ts'

/** States that a rider calls otherwise than the warehouse does. */
const states: Partial<Record<BoardState, string>> = {
  withRider: 'With you',
  failed: 'Not delivered',
}

/** What a rider's move says while it waits, and when it was not accepted. */
const moves: Partial<Record<RiderAction, string>> = {
  startDelivery: 'Delivery started',
  arrive: 'Arrived',
  startTrial: 'Trial started',
  deliver: 'Delivered',
  noteAttempt: 'Not at home',
  deliverAgain: 'Deliver again',
  refuse: 'Refused',
  checkPickup: 'Pick-up checked',
  missPickup: 'Pick-up: not at home',
}

/** The step that usually comes next. */
const steps: Partial<Record<OrderMove, string>> = {
  startDelivery: 'Start delivery',
  arrive: 'I have arrived',
  startTrial: 'Start the trial',
  deliverAgain: 'Deliver again',
}

const moveText = (move: RiderAction): string => moves[move] ?? move

export const texts = {
  title: 'My deliveries',
  back: 'Back to my deliveries',
  stops: (count: number) => (count === 0 ? 'No stops' : `${plural(count, 'stop')} left`),
  states,
  steps,
  moveText,
  loading: 'Loading your deliveries…',
  couldNotLoad: 'We couldn’t load your deliveries.',
  couldNotUpdate: 'We couldn’t update your deliveries. This is the last list.',
  savedAt: (time: string) => `Saved on this phone at ${time}. Works without a connection.`,
  empty: {
    title: 'No deliveries',
    body: 'New ones appear here when the warehouse hands them over.',
  },
  news: (delivery: string | undefined, pickup: string | undefined) =>
    [delivery && `New delivery ${delivery}`, pickup && `New pick-up ${pickup}`]
      .filter(Boolean)
      .join('. '),
  sound: (isOn: boolean) => `Sound for new deliveries: ${isOn ? 'on' : 'off'}`,

  late: (time: string) => `Late ${time}`,
  by: (time: string) => `By ${time}`,
  promised: (time: string) => `promised ${time}`,
  collect: (amount: string) => `Collect ${amount}`,
  collectAfterTrial: (amount: string) => `Collect up to ${amount} after the trial`,
  collectNothing: 'Paid, collect nothing',
  tryAndBuy: 'Try & Buy',
  attempts: (count: number) => plural(count, 'attempt'),
  note: (by: string, text: string) => `${by}: ${text}`,
  showPickup: (name: string) => `Show the pick-up from ${name}`,
  showStop: (name: string) => `Show the delivery to ${name}`,
  call: 'Call',
  callName: (name: string) => `Call ${name}`,
  navigate: 'Navigate',
  items: 'Items, refused, not at home',
  openDoor: 'At the door: deliver',
  openTrial: 'Settle the trial',
  waiting: 'Waiting to be sent',

  route: {
    title: 'Order of the stops',
    views: { promise: 'By promise', suggested: 'Suggested', map: 'Map' },
    openAll: 'Open all stops in maps',
    map: 'Map of your stops',
    pin: (place: number, name: string) => `Stop ${place}: ${name}`,
    you: 'You',
    loadingMap: 'Loading the map…',
    needsConnection: 'The map needs a connection. The list below has the suggested order.',
    noMap: 'The map can’t be shown now. The list below has the suggested order.',
  },
  position: {
    title: 'Your position',
    question:
      'Share your position? Customers see where you are while you bring their order, and only then. Nobody else sees it, and only the last place is kept.',
    share: 'Share my position',
    notNow: 'Not now',
    stop: 'Stop sharing',
    shared: 'Your position is shared with the customers of orders on the way',
    on: 'Your position is shared once an order is on the way',
    off: 'Your position is not shared',
    denied:
      'Your browser doesn’t let the desk read your position. Allow it in the settings of the browser.',
  },
  upi: {
    title: 'UPI at the door',
    show: 'UPI: show the QR code',
    opening: 'Getting the code…',
    scan: (amount: string) => `The customer scans it and pays ${amount}`,
    link: (url: string) => `Or opens ${url}`,
    waiting: 'Waiting for the payment…',
    paid: (amount: string) => `Paid by UPI: ${amount}. Collect nothing.`,
    closed: 'This code is closed. Look at the order again before you hand over the items.',
    needsConnection: 'UPI needs a connection. Take cash, or find a place with a connection.',
    lost: 'We can’t see the payment now. Don’t hand over the items before it says “Paid by UPI”.',
    failed: 'We couldn’t get a UPI code. Please try again, or take cash.',
    close: 'Hide the code',
  },
  photos: {
    taken: 'Photos that you took',
    photo: (position: number) => `Photo ${position}`,
    remove: (position: number) => `Remove photo ${position}`,
    saving: 'Saving…',
    unreadable: 'We couldn’t read this photo. Please take it again.',
  },

  shift: {
    on: 'On shift',
    off: 'Off shift',
    since: (time: string) => `On shift since ${time}`,
    notStarted: 'Your shift hasn’t started. Start it to get deliveries.',
    start: 'Start shift',
    starting: 'Starting…',
    end: 'End shift',
    ending: 'Ending…',
    couldNotChange: 'We couldn’t change your shift. Please try again.',
    needsConnection: 'You need a connection to start or end your shift.',
  },

  updates: {
    title: (count: number) => plural(count, 'update waiting', 'updates waiting'),
    tryNow: 'Try now',
    trying: 'Sending…',
    stillWaiting: 'We couldn’t send them yet. We’ll keep trying.',
    notAccepted: (move: RiderAction) => `“${moveText(move)}” was not accepted`,
    changed: (number: string, reason: string) => `${number}: ${reason}.`,
    gone: (number: string) =>
      `${number} is no longer in your deliveries. It was given to another rider.`,
    failed: (number: string) => `${number} could not be updated.`,
    dropped: (moves: readonly RiderAction[]) =>
      `What you did after it was not sent: ${moves.map(moveText).join(', ')}.`,
    askCode:
      'Ask the customer for the code that their order shows, and mark it as delivered again. Your manager can do it without the code.',
    keepItems: (warehouse: string) =>
      `If you still have the items, bring them back to ${warehouse} or ask your manager.`,
    ok: 'OK',
    okFor: (number: string) => `OK, ${number}`,
  },

  door: {
    title: 'Delivery',
    notFound: {
      title: 'This order isn’t in your deliveries',
      body: 'It was delivered, cancelled or given to another rider.',
    },
    items: 'Items',
    size: (size: string) => `size ${size}`,
    sizes: (size: string, trialSize: string) => `sizes ${size} and ${trialSize}`,
    quantity: (count: number) => `${count} pieces`,
    collect: 'Collect in cash',
    collectHint: (amount: string) =>
      `Take exactly ${amount} in cash before you hand over the items.`,
    afterTrial: 'To collect after the trial, at most',
    afterTrialHint: 'Take nothing before the trial. Items that go back lower it.',
    paid: 'Already paid',
    nothing: 'Collect nothing. Hand over the items.',
    delivered: 'Delivered',
    deliveredFor: (amount: string) => `Delivered, ${amount} collected`,
    proof: 'Proof of delivery',
    code: 'Code from the customer',
    codeHint: 'The customer sees it in their order. Without a connection it is checked later.',
    codeMissing: 'Enter the code first',
    photo: 'Take a photo',
    photoHint: 'Show the items at the door, without faces.',
    photoMissing: 'Take a photo first',
    notAtHome: 'Not at home',
    refused: 'Refused',
    failedFor: (reason: string) => `Not delivered: ${reason}`,
    failedHint:
      'Agree on a new time with the customer, then deliver again. Or bring the items back to the warehouse.',
  },

  trial: {
    running: 'Trial running',
    started: (time: string) => `Started ${time}`,
    question: 'Which size stays?',
    keeps: (size: string) => `Keeps ${size}`,
    keepsNone: 'Keeps none',
    which: (name: string) => `Which size stays: ${name}`,
    goesBack: 'Goes back with you',
    nothingGoesBack: 'Nothing',
    piece: (name: string, size: string, count: number) =>
      count === 1 ? `${name} ${size}` : `${count} × ${name} ${size}`,
    paid: 'Paid online',
    kept: 'Kept, with charges',
    refund: 'Refund to the customer',
    hint: (name: string) =>
      `Nothing to collect. A refund starts when you complete, and ${name} gets a message.`,
    collectHint: (amount: string) =>
      `Take exactly ${amount} in cash before you leave. There is no UPI code after a trial.`,
    chooseFirst: 'Choose for every item first',
    complete: (count: number) =>
      count === 0
        ? 'Complete, nothing goes back'
        : `Complete, ${plural(count, 'piece goes', 'pieces go')} back`,
    completeFor: (amount: string) => `Complete, ${amount} collected`,
  },

  reasons: {
    noteAttempt: {
      title: 'Not at home',
      question: 'What happened?',
      options: [
        'Nobody opened',
        'Phone switched off',
        'Address not found',
        'Asked for another time',
      ],
      confirm: 'Save as not at home',
      effect: 'It counts as an attempt. The customer gets a message.',
    },
    refuse: {
      title: 'Refused',
      question: 'Why was it refused?',
      options: ['Did not like it', 'Wrong size', 'Damaged', 'No cash', 'Did not order it'],
      confirm: 'Refused, bring it back',
      effect: 'The order is cancelled. Bring the items back to the warehouse.',
    },
    other: 'Another reason',
    otherLabel: 'Write the reason',
    missing: 'Choose or write a reason',
    cancel: 'Back',
  },
} as const
