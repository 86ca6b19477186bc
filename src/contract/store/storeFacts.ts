import * as v from 'valibot'

import { ContactNumber } from '#contract/account/auth.ts'
import {
  type SchemasByCall,
  listResponseSchema,
  optionalField,
  singleLineText,
  multiLineText,
  responseSchema,
  SuccessResponse,
} from '#contract/api/fields.ts'
import { Latitude, Longitude } from '#contract/delivery/location.ts'
import { type Page, paths } from '#contract/pages/paths.ts'
import type { StoreTerms } from './storeTerms.ts'
import { personName } from '#contract/values/personName.ts'

const Officer = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  designation: v.optional(v.string()),
  hours: v.optional(v.string()),
})

const hour = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(24))
const count = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

/** The terms that differ from the usual ones of `storeTerms.ts`. */
const OwnTerms = v.partial(
  v.object({
    openingHour: hour(0),
    closingHour: hour(1),
    quickMinutes: count(5, 600),
    slowMinutes: count(5, 600),
    returnHours: count(1, 24 * 90),
    maxCashRupees: count(0, 50_000),
    openCashOrders: count(1, 20),
    numberPrefix: v.pipe(v.string(), v.regex(/^[A-Z][A-Z\d]{1,4}$/)),
  }) satisfies v.GenericSchema<StoreTerms>,
)

/** The legal data of the store in the footer, the policies and the invoice. */
export const StoreFacts = v.object({
  name: v.string(),
  tagline: v.string(),
  /** The accent colour, as `#57d9ae`; its shades are derived. */
  colours: v.optional(v.object({ accent: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)) })),
  contacts: v.object({
    address: v.string(),
    email: v.string(),
    phone: v.string(),
    /** The phone number of the store's WhatsApp account. */
    whatsapp: v.optional(v.string()),
    hours: v.optional(v.string()),
  }),
  /** `state` is the state of the GST registration. */
  legalEntity: v.object({
    name: v.string(),
    address: v.string(),
    gstin: v.string(),
    state: v.optional(v.string()),
  }),
  grievanceOfficer: Officer,
  terms: v.optional(OwnTerms),
  /** Cities with an open warehouse that offers Try & Buy; older responses have none. */
  tryAndBuyCities: v.optional(v.array(v.string())),
  socialLinks: v.partial(
    v.object({ facebook: v.string(), instagram: v.string(), threads: v.string() }),
  ),
  /** Public settings of map services; no secrets. */
  maps: v.object({
    /** Without it, places come from the store's own gazetteer. */
    googleKey: v.nullable(v.string()),
    /** The style of the Google map. */
    googleMapId: v.optional(v.string()),
    /** The separate origin on which Google's code runs, if the store has one. */
    frameOrigin: v.optional(v.string()),
    /** The sources of the store's own gazetteer. */
    attribution: v.array(v.string()),
  }),
  payments: v.object({ provider: v.picklist(['razorpay', 'sandbox']), key: v.string() }),
})
/** The facts that the database stores; the others follow from the settings and the warehouses. */
export const PersistedStoreFacts = v.omit(StoreFacts, ['maps', 'payments', 'tryAndBuyCities'])
export type PersistedStoreFacts = v.InferOutput<typeof PersistedStoreFacts>
export type StoreFacts = v.InferOutput<typeof StoreFacts>
export const StoreResponse = responseSchema({ result: StoreFacts })

/** Body of `POST /complaints`. */
export const Complaint = v.object({
  name: personName(80),
  contactNumber: ContactNumber,
  text: multiLineText({ min: 1, max: 4000 }),
  orderId: optionalField(singleLineText({ max: 60 })),
})
export type Complaint = v.InferOutput<typeof Complaint>

/** A complaint of the customer with everything that was written about it, the newest complaint first. */
export const OwnComplaint = v.object({
  ticket: v.string(),
  at: v.string(),
  text: v.string(),
  isAnswered: v.boolean(),
  messages: v.array(
    v.object({ by: v.picklist(['store', 'shopper']), text: v.string(), at: v.string() }),
  ),
})
export type OwnComplaint = v.InferOutput<typeof OwnComplaint>
export const ComplaintsResponse = listResponseSchema(OwnComplaint)

/** Body of `POST /complaints/{ticket}/reply`. */
const ComplaintReply = v.object({ text: multiLineText({ min: 1, max: 4000 }) })

/** Body of `POST /user/place-alert`: where the customer waits for deliveries. */
const PlaceAlert = v.object({ latitude: Latitude, longitude: Longitude })

export const ComplaintResponse = responseSchema({ result: v.object({ ticket: v.string() }) })

/** In milliseconds; CLS is a ratio. Values over ten minutes are invalid. */
const Measured = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))

/** Body of `POST /vitals`: the web vitals of one page view, without personal data. */
export const Vitals = v.object({
  page: v.picklist([...(Object.keys(paths) as Page[]), 'missing']),
  metrics: v.pipe(
    v.array(v.object({ name: v.picklist(['FCP', 'LCP', 'CLS', 'INP', 'TTFB']), value: Measured })),
    v.maxLength(10),
  ),
})
export type Vitals = v.InferOutput<typeof Vitals>

export const storeReads = { readStore: { response: StoreResponse } } satisfies SchemasByCall

export const supportCalls = {
  complain: { body: Complaint, response: ComplaintResponse },
  readComplaints: { response: ComplaintsResponse },
  replyToComplaint: { body: ComplaintReply, response: SuccessResponse },
  addPlaceAlert: { body: PlaceAlert, response: SuccessResponse },
  reportVitals: { body: Vitals },
} satisfies SchemasByCall
