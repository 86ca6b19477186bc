import { freshFor, request, search, staleFor } from './workerRules.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Every business number of the specification. Names carry their unit. */
export const rules = {
  request,
  cart: { maxQuantity: 8, maxLines: 50, refetchMs: 50 * second, badgePollMs: 10 * second },
  search,
  /** A list comes by itself as one scrolls; after so many pages it rests until it is told to go on. */
  list: { pageSize: 24, maxPageSize: 60, pagesToRest: 10 },
  recentlyViewed: { kept: 12 },
  phone: { digits: 10, prefix: '+91', typingPauseMs: 300 },
  otp: {
    digits: 6,
    validForMs: 5 * minute,
    tries: 5,
    resendAfterMs: 30 * second,
    /** How long to wait for the next code after the first, the second … and every later one. */
    resendWaitsMs: [30 * second, 60 * second, 120 * second, 240 * second],
    /** After that the waits begin anew. */
    forgottenAfterMs: hour,
    /** Wrong guesses in a row, over all codes, until the number has to rest. */
    failures: 20,
    lockedForMs: hour,
    signupWithinMs: 10 * minute,
  },
  /** How many codes are sent within an hour or a day. */
  otpLimits: {
    perNumberHourly: 5,
    perNumberDaily: 10,
    /** A mobile network puts thousands of customers behind one IPv4 address. Of IPv6 it gives each a /64. */
    perAddressHourly: { IPv4: 600, IPv6: 30 },
    numbersPerAddressHourly: { IPv4: 400, IPv6: 10 },
    /** Of IPv6, one customer may have many networks: a /56 or a /48 of them. Carriers share a /48 among many. */
    perSiteHourly: { 56: 90, 48: 600 },
    numbersPerSiteHourly: { 56: 30, 48: 400 },
    /** An address that asks for so many is worth a look: `/metrics` counts it. */
    suspiciousPerAddressHourly: 60,
    /** All numbers together, where the settings say nothing else. */
    allHourly: 5000,
  },
  session: { idleMs: 14 * day, longestMs: 30 * day, perUser: 10 },
  user: { minAgeYears: 18, earliestBirth: '1900-01-01' },
  freshFor,
  staleFor,
  orders: {
    pollMs: 10 * second,
    livePollMs: minute,
    returnWindowMs: 24 * hour,
    holdMs: 15 * minute,
  },
  returnPhotos: {
    most: 5,
    maxBytes: 2 * 1024 * 1024,
    longestEdgePx: 1600,
    perUserDaily: 25,
    /** How many one customer may be sending at the same time. */
    atOnce: 5,
    /** How long one may take to arrive: 2 MB at 140 kbit/s. */
    arriveMs: 2 * minute,
  },
  paymentLink: { resendAfterMs: minute, perOrderDaily: 5, perUserDaily: 10 },
  payment: {
    least: 100,
    /** How often within an hour a shopper may hold pieces for a payment. */
    holdsHourly: 6,
    /** A bag tried again keeps its order, and its pieces for longer, but not for ever. */
    longestHoldMs: 45 * minute,
    /** How often the provider is asked about what nobody has told us of, and for how long. */
    askMs: minute,
    askRarelyMs: 30 * minute,
    askForMs: 3 * day,
    /** And whether a paid one was paid twice: then first, and each time after as long again. */
    askPaidMs: 10 * minute,
  },
  /** What may be under way unpaid, to be paid at the door, and who may order so. */
  cash: {
    openPerUser: 2,
    openPerAddress: 2,
    /** The same street line within this distance is the same door, whatever the pincode. */
    sameDoorKm: 2,
    /** However their addresses are written, so many may be under way to places this close: one tower of flats. */
    openNearby: 12,
    nearbyKm: 0.05,
    mostPaise: 10_000_00,
    /** An account this young may place so many within a day. */
    newForMs: 30 * day,
    newDaily: 3,
    /** After so many that were not taken at the door in this time, orders are paid online. */
    refusals: 2,
    refusalsForMs: 90 * day,
  },
  /** How often the page asks about a payment whose end it does not know, and with what pause. */
  checkout: { waitMs: 2 * second, successCountdownS: 5, askMs: 3 * second, asks: 5 },
  delivery: { quickMinutes: 30, slowMinutes: 60 },
  sleepingMode: { fromHour: 21, untilHour: 9, recheckMs: minute },
  address: { shownLetters: 30, typingPauseMs: 300, maxPerUser: 50 },
  /** `names` of places are given for one map, which shows at most `farthestKm` around its middle. */
  map: { zoom: 15, leastZoom: 11, mostZoom: 17, heightPx: 350, names: 60, farthestKm: 40 },
  toast: { longMs: 1500, shortMs: second, alertMs: 8 * second },
  bagPill: { thumbnails: 2 },
  menu: { columnRows: 8 },
  idempotency: {
    keptMs: day,
    minLength: 8,
    maxLength: 128,
    /** Of one customer's stored answers only the newest are kept: so many, in so many bytes. */
    mostPerUser: 500,
    mostBytesPerUser: 4 * 1024 * 1024,
  },
  push: { offersPerWeek: 2, mostOffersPerWeek: 7, tries: 5 },
  /** `voices` answers about the fit are needed for a hint, and this share of them must agree. */
  reviews: { pageSize: 10, voices: 3, share: 0.5 },
  /** How often within an hour (reviews and exports: a day) one may do these. */
  limits: {
    complaints: 5,
    vitals: 600,
    notices: 100,
    reviews: 20,
    exports: 5,
    /** Changes of one customer: so many at once, and then so many a minute. */
    writes: { burst: 300, perMinute: 60 },
    readsPerMinute: 1200,
    /** Documents that are rendered for one address within a minute; the next ones are rendered in the browser. */
    pagesPerMinute: 300,
  },
  /** What the law gives us to say that a complaint has come, and to settle it. */
  grievance: { acknowledgeHours: 48, settleDays: 30 },
  /** The body of a request: JSON, except for return photos. */
  body: { maxBytes: 32 * 1024, arriveMs: 20 * second },
} as const
