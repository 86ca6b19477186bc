import * as v from 'valibot'

import { ContactNumber } from './auth.ts'
import { optionalField, writtenLine, writtenText } from './api/fields.ts'
import { type Page, paths } from './paths.ts'
import { reply } from './api/replies.ts'

const Officer = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  designation: v.optional(v.string()),
  hours: v.optional(v.string()),
})

/** Who runs the store: what the footer, the policies and the invoice say. */
export const StoreFacts = v.object({
  name: v.string(),
  tagline: v.string(),
  /** The store's own colour, as `#57d9ae`; the shades of it follow. */
  colours: v.optional(v.object({ accent: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)) })),
  contacts: v.object({
    address: v.string(),
    email: v.string(),
    phone: v.string(),
    hours: v.optional(v.string()),
  }),
  /** `state` is where it is registered for GST. */
  legalEntity: v.object({
    name: v.string(),
    address: v.string(),
    gstin: v.string(),
    state: v.optional(v.string()),
  }),
  grievanceOfficer: Officer,
  /** Whichever there are. */
  socialLinks: v.partial(
    v.object({ facebook: v.string(), instagram: v.string(), threads: v.string() }),
  ),
  /** What a browser may know of the services behind: no secret is here. */
  maps: v.object({
    /** Without it places come from the store's own list. */
    googleKey: v.nullable(v.string()),
    /** How Google is to draw the map. */
    googleMapId: v.optional(v.string()),
    /** Where Google's code runs, if the store has an origin for that alone. */
    frameOrigin: v.optional(v.string()),
    /** Whose places the store's own list has. */
    attribution: v.array(v.string()),
  }),
  payments: v.object({ provider: v.picklist(['razorpay', 'sandbox']), key: v.string() }),
})
/** What the store says by itself; maps and payments follow from its settings. */
export const StoredFacts = v.omit(StoreFacts, ['maps', 'payments'])
export type StoredFacts = v.InferOutput<typeof StoredFacts>
export type StoreFacts = v.InferOutput<typeof StoreFacts>
export const StoreReply = reply({ result: StoreFacts })

/** Body of `POST /complaints`. */
export const Complaint = v.object({
  name: writtenLine({ least: 1, most: 80 }),
  contactNumber: ContactNumber,
  text: writtenText({ least: 1, most: 4000 }),
  orderId: optionalField(writtenLine({ most: 60 })),
})
export type Complaint = v.InferOutput<typeof Complaint>
export const ComplaintReply = reply({ result: v.object({ ticket: v.string() }) })

/** Milliseconds, but a share for CLS. Beyond ten minutes nothing was measured. */
const Measured = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))

/** Body of `POST /vitals`: how one page felt, and nothing about who felt it. */
export const Vitals = v.object({
  page: v.picklist([...(Object.keys(paths) as Page[]), 'missing']),
  metrics: v.pipe(
    v.array(v.object({ name: v.picklist(['FCP', 'LCP', 'CLS', 'INP', 'TTFB']), value: Measured })),
    v.maxLength(10),
  ),
})
export type Vitals = v.InferOutput<typeof Vitals>
