/**
 * Every business number of the specification. The names of durations, sizes and rates include their
 * unit. Import it as `import * as rules`: the build then leaves out what only the server uses.
 */
export { cacheTtl, maxStale, request, search } from './workerRules.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Searches that at least `minShoppers` made on a day are shown, if there are at least `minShown`. */
export const trendingSearches = { minShoppers: 5, minShown: 3, maxShown: 8 } as const
/**
 * "Trending in …" shows what was ordered to a city within `days`, by at least `minCustomers`, so that it
 * does not show what a neighbour bought; at most `maxProducts` for each gender.
 */
export const trendingProducts = { days: 30, minCustomers: 5, maxProducts: 48 } as const

export const cart = {
  maxQuantity: 8,
  maxLines: 50,
  refetchMs: 50 * second,
  badgePollMs: 10 * second,
} as const
/**
 * A list loads more pages while the shopper scrolls. After every `autoLoadedPages` pages it shows a
 * button instead, so that shoppers can reach the footer.
 */
export const list = { pageSize: 24, maxPageSize: 60, autoLoadedPages: 10, maxBrands: 100 } as const
export const recentlyViewed = { maxProducts: 12 } as const
export const phone = { digits: 10, prefix: '+91', typingPauseMs: 300 } as const
export const otp = { digits: 6, validForMs: 5 * minute, signupWithinMs: 10 * minute } as const

/** The response says when the next code can be sent, so no page needs these. */
export const otpResends = {
  /** Wait before the next code after the first, the second … and every later one. */
  waitsMs: [30 * second, 60 * second, 120 * second, 240 * second],
  /** The waits start over this long after the last code. */
  resetMs: hour,
} as const

export const otpTries = {
  maxPerCode: 5,
  /** Wrong codes in a row, over all codes, until the number is locked. */
  failuresBeforeLock: 20,
  lockedForMs: hour,
} as const

/** Number of codes sent within an hour or a day. */
export const otpLimits = {
  perNumberHourly: 5,
  perNumberDaily: 10,
  /**
   * A mobile network puts thousands of customers behind one IPv4 address. With IPv6 each customer
   * has a /64.
   */
  perAddressHourly: { IPv4: 600, IPv6: 30 },
  numbersPerAddressHourly: { IPv4: 400, IPv6: 10 },
  /** With IPv6, one customer may have a /56 or a /48. Carriers share a /48 among many. */
  perNetworkHourly: { 56: 90, 48: 600 },
  numbersPerNetworkHourly: { 56: 30, 48: 400 },
  /** Addresses that request more codes are counted in `/metrics`. */
  suspiciousPerAddressHourly: 60,
  /** For all phone numbers, unless the settings say otherwise. */
  totalHourly: 5000,
  /** Once half of them are used up, each IPv4 address and each IPv6 /48 gets this many an hour. */
  perAddressHourlyWhenScarce: 60,
} as const

export const session = { idleMs: 14 * day, maxAgeMs: 30 * day, perUser: 10 } as const
export const user = { minAgeYears: 18, earliestBirth: '1900-01-01' } as const
export const orders = {
  pollMs: 10 * second,
  livePollMs: minute,
  holdMs: 15 * minute,
} as const

/** How long the link to pay of an order on the phone is valid, and its items are held. */
export const phoneOrders = { holdMs: 30 * minute } as const

export const returnPhotos = {
  max: 5,
  maxBytes: 2 * 1024 * 1024,
  longestEdgePx: 1600,
  perUserDaily: 25,
  /** Concurrent uploads of one customer. */
  maxConcurrent: 5,
  /** Time limit of an upload: 2 MB at 140 kbit/s. */
  timeLimitMs: 2 * minute,
} as const

/** Photos in reviews; the thumbnail is square. */
export const reviewPhotos = {
  ...returnPhotos,
  max: 4,
  thumbnailPx: 240,
  perUserDaily: 20,
  maxConcurrent: 4,
} as const

/** The code that the customer tells their rider. */
export const deliveryCode = { digits: 4, maxTries: 5 } as const

/** Banks pay refunds within this many working days. */
export const refund = { workingDays: 7 }

export const paymentLink = { resendAfterMs: minute, perOrderDaily: 5, perUserDaily: 10 } as const
export const payment = {
  minPaise: 100,
  /** Number of payments per hour for which a customer can reserve stock. */
  reservationsHourly: 6,
  /** A retried checkout keeps its order and its reservation, up to this limit. */
  maxReservationMs: 45 * minute,
  /**
   * How often the payment provider is asked about payments without a webhook, and for how long.
   */
  pollMs: minute,
  slowPollMs: 30 * minute,
  pollForMs: 3 * day,
  /** First delay before checking an order for a second payment; it doubles each time. */
  duplicateCheckMs: 10 * minute,
} as const

/** Limits of a customer's cash on delivery, as the policies name them. */
export const cash = {
  /** Orders per day of an account younger than `newAccountMs`. */
  newAccountMs: 30 * day,
  newAccountMaxDaily: 3,
  /** After this many refused deliveries within this time, orders must be paid online. */
  maxRefusals: 2,
  refusalWindowMs: 90 * day,
} as const

/** Limits of cash on delivery to an address, which no page needs or shows. */
export const cashPerAddress = {
  maxOpen: 2,
  /** The same street line within this distance is the same address, whatever the PIN code. */
  sameStreetKm: 2,
  /** Open orders allowed to addresses this close, however they are written: one tower of flats. */
  maxOpenNearby: 12,
  nearbyKm: 0.05,
} as const

export const checkout = {
  /** Pause between the server's confirmation of an order and the payment window or the success message. */
  orderDelayMs: 2 * second,
  /** How long the success message is shown before the tracking page opens. */
  successCountdownS: 5,
  /** Pause between two reads of the state of a payment without a result. */
  pollMs: 3 * second,
  /** Number of reads after which the result counts as unknown. */
  maxPolls: 5,
} as const
export const delivery = {
  /** Orders that cannot arrive by this hour arrive the next morning. */
  lastArrivalHour: 22,
  /** When orders placed while the store is closed arrive. */
  morning: { hour: 10, minute: 30 },
  roundedToMinutes: 5,
  /** Estimated minutes until the delivery from each status, for orders that are late. */
  remainingMinutes: { Accepted: 45, Shipped: 30, 'On the way': 15 },
  minRemainingMinutes: 10,
} as const

/** What a merchant can set for one store; see `storeTerms.ts`. */
export const usualTerms = {
  openingHour: 9,
  closingHour: 21,
  quickMinutes: 30,
  slowMinutes: 60,
  returnHours: 24,
  maxCashRupees: 10_000,
  openCashOrders: 2,
  numberPrefix: 'PEH',
} as const
export const address = { maxShownCharacters: 30, typingPauseMs: 300, maxPerUser: 50 } as const
/** A map shows at most `maxNames` place names within `maxDistanceKm` of its centre. */
export const map = {
  zoom: 15,
  minZoom: 11,
  maxZoom: 17,
  heightPx: 350,
  maxNames: 60,
  maxDistanceKm: 40,
} as const
export const toast = { longMs: 1500, shortMs: second, alertMs: 8 * second } as const
export const cartPill = { thumbnails: 2 } as const
export const menu = { columnRows: 8 } as const
export const idempotency = {
  ttlMs: day,
  minLength: 8,
  maxLength: 128,
} as const

/** Limits of one customer's stored responses; the oldest are deleted. */
export const storedResponses = { maxPerUser: 500, maxBytesPerUser: 4 * 1024 * 1024 } as const

/** How long a passkey's challenge is valid, how many are given to an address, and how many passkeys a person has. */
export const passkeys = {
  challengeMs: 5 * minute,
  challengesHourly: 200,
  maxPerPerson: 10,
} as const

/** Events that the store sends to addresses of other programs. */
export const webhooks = {
  maxPerStore: 10,
  timeoutMs: 10 * second,
  /** Pauses after the first failed try, the second and so on; after the last one an event is given up. */
  retryPausesMs: [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
  /** An address where everything has failed for this long is paused. */
  pauseAfterMs: 2 * day,
  keepDeliveriesMs: 30 * day,
} as const

/** In the quiet hours of the day, in India, only messages about orders are sent. */
export const push = {
  offersPerWeek: 2,
  maxOffersPerWeek: 7,
  tries: 5,
  quietHours: { fromHour: 21, untilHour: 9 },
} as const
/**
 * Answers about the fit that a size hint needs, and the share of them that must agree. A product has
 * a rating in filters and sort orders from `minForRating` reviews on.
 */
export const reviews = {
  pageSize: 10,
  minAnswers: 3,
  minAgreeingShare: 0.5,
  minForRating: 3,
} as const
/**
 * Rate limits of one customer; of one IP address for complaints and vitals, and of one phone number for
 * complaints.
 */
export const limits = {
  complaintsHourly: 5,
  vitalsHourly: 600,
  productAlertsHourly: 100,
  placeAlertsDaily: 5,
  testPushesHourly: 5,
  reviewsDaily: 20,
  exportsDaily: 5,
  /** Rate limit of one customer's changes: a burst, then a rate per minute. */
  writes: { burst: 300, perMinute: 60 },
  readsPerMinute: 1200,
  /**
   * Documents rendered for one IP address within a minute; further ones are rendered in the
   * browser.
   */
  pagesPerMinute: 300,
} as const

/** Time limits of the law for acknowledging and settling a complaint. */
export const grievance = { acknowledgeHours: 48, settleDays: 30 } as const
/** Limits of a JSON body. */
export const body = { maxBytes: 32 * 1024, timeLimitMs: 20 * second } as const
