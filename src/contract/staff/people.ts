import * as v from 'valibot'

import {
  CursorQuery,
  listResponseSchema,
  responseSchema,
  type StaffSchemasByCall,
  SuccessResponse,
} from '#contract/api/fields.ts'
import { ContactNumber, Otp } from '#contract/account/auth.ts'
import { personName } from '#contract/values/personName.ts'
import { StaffRole } from './roles.ts'

export const Id = v.pipe(v.string(), v.maxLength(64))
/** A point in time as an ISO text. */
export const Instant = v.string()

export const NamedWarehouse = v.object({ id: v.string(), name: v.string() })

/** A person of the staff. */
export const StaffPerson = v.object({
  id: v.string(),
  name: v.string(),
  role: StaffRole,
  contactNumber: v.string(),
  /** The warehouses that the person works for; all if there is none. */
  warehouses: v.array(NamedWarehouse),
})
export type StaffPerson = v.InferOutput<typeof StaffPerson>

const ListedPerson = v.object({
  ...StaffPerson.entries,
  isActive: v.boolean(),
  /** When the person last used the desk; null if never. */
  lastUsedAt: v.nullable(Instant),
  deviceCount: v.number(),
  /** Whether the person can log in with a passkey. */
  hasPasskey: v.boolean(),
})
export type ListedPerson = v.InferOutput<typeof ListedPerson>

const NewPerson = v.object({
  name: personName(80),
  contactNumber: ContactNumber,
  role: StaffRole,
  warehouseIds: v.optional(v.array(Id), []),
})
export type NewPerson = v.InferOutput<typeof NewPerson>

const PersonChanges = v.object({
  name: v.optional(personName(80)),
  role: v.optional(StaffRole),
  warehouseIds: v.optional(v.array(Id)),
  /** False ends all sessions of the person at once. */
  isActive: v.optional(v.boolean()),
})
export type PersonChanges = v.InferOutput<typeof PersonChanges>

/** A device on which somebody is logged in to the desk. */
const StaffSession = v.object({
  id: v.string(),
  device: v.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  isThisOne: v.boolean(),
})
export type StaffSession = v.InferOutput<typeof StaffSession>

/** What history is about. */
export const HistorySubject = v.picklist([
  'staff',
  'order',
  'key',
  'webhook',
  'stock',
  'cash',
  'store',
])
export type HistorySubject = v.InferOutput<typeof HistorySubject>

/** A change that somebody made; `before` and `after` have the fields that it changed. */
const HistoryEntry = v.object({
  id: v.string(),
  at: Instant,
  /** The person's or key's name, or "Command line". */
  by: v.string(),
  role: v.nullable(StaffRole),
  subject: HistorySubject,
  /** What people call the thing: the order number, a name. */
  name: v.string(),
  action: v.string(),
  before: v.record(v.string(), v.unknown()),
  after: v.record(v.string(), v.unknown()),
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

const HistoryQuery = v.object({
  ...CursorQuery.entries,
  subject: v.optional(HistorySubject),
  /** Words of the thing's name, the action or the person. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
})
export type HistoryQuery = v.InferOutput<typeof HistoryQuery>

const PersonResponse = responseSchema({ result: StaffPerson })

export const peopleCalls = {
  staffLogin: {
    body: v.object({ contactNumber: ContactNumber }),
    response: responseSchema({ result: v.object({ resendAfterSeconds: v.number() }) }),
  },
  staffVerifyOtp: {
    body: v.object({ contactNumber: ContactNumber, otp: Otp }),
    response: responseSchema({ result: v.object({ token: v.string(), person: StaffPerson }) }),
  },
  staffLogout: { response: SuccessResponse },
  readStaffSelf: { response: PersonResponse },
  readStaffSessions: { response: listResponseSchema(StaffSession) },
  endStaffSession: { response: SuccessResponse },
  readStaffWarehouses: { response: listResponseSchema(NamedWarehouse) },
  readPeople: { response: listResponseSchema(ListedPerson) },
  addPerson: { body: NewPerson, response: PersonResponse },
  changePerson: { body: PersonChanges, response: PersonResponse },
  /** The devices of another person. */
  readPersonSessions: { response: listResponseSchema(StaffSession) },
  /** Logs a person out everywhere. */
  endPersonSessions: { response: SuccessResponse },
  readHistory: {
    query: HistoryQuery,
    response: responseSchema({
      result: v.object({ data: v.array(HistoryEntry), cursor: v.nullable(v.string()) }),
    }),
  },
} satisfies StaffSchemasByCall
