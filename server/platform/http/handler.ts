import type { Context } from 'hono'
import type * as v from 'valibot'

import type { allCalls, AllSchemas, AnyCallName } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { Change, StaffActor } from './staffSessions.ts'

export type StoreEnv = {
  Variables: {
    requestId: string
    /** The call of the contract that responds, once its route is known. */
    call?: Call
    /** The compressed body of a cacheable response, so that the response cache need not read it back. */
    compressedBody?: string | Uint8Array<ArrayBuffer>
  }
}

/** The database together with the logged-in customer on whose behalf a service works. */
export type CustomerContext = {
  db: Database
  userId: string
  /** The warehouse that serves the customer, if the call depends on stock and the customer chose a location. */
  warehouseId?: string | undefined
}

/** The database together with the person or key of the staff for whom a service works. */
export type StaffContext = {
  db: Database
  actor: StaffActor
  /** Records what a write changed. A write that records nothing is a mistake, and fails. */
  record: (change: Change) => Promise<void>
}

type RequestPart<Name extends AnyCallName, Key extends 'query' | 'body'> =
  AllSchemas[Name] extends Record<Key, infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

type HandlerResponse<Name extends AnyCallName> =
  AllSchemas[Name] extends Record<'response', infer Schema extends v.GenericSchema>
    ? v.InferInput<Schema>
    : Response | undefined

/** An authenticated and validated call. */
type HandlerRequest<Name extends AnyCallName> = {
  /** For a call with an `Idempotency-Key`, the transaction in which the response is stored. */
  db: Database
  params: Record<string, string>
  query: RequestPart<Name, 'query'>
  body: RequestPart<Name, 'body'>
  /** The uploaded file, if the call accepts one. */
  upload: AllSchemas[Name] extends { upload: object } ? Uint8Array<ArrayBuffer> : undefined
  context: Context<StoreEnv>
} & AuthenticatedPart<(typeof allCalls)[Name]['access']>

type AuthenticatedPart<Access extends Call['access']> = Access extends 'user'
  ? { customer: CustomerContext; sessionId: string }
  : Access extends 'staff'
    ? { staff: StaffContext }
    : object

type Handler<Name extends AnyCallName> = (
  request: HandlerRequest<Name>,
) => Promise<HandlerResponse<Name>> | HandlerResponse<Name>

/**
 * A handler in steps. Only `begin` runs inside the transaction that stores the response under its
 * `Idempotency-Key`, so it may use the database but no external service.
 */
type Steps<Name extends AnyCallName> = {
  /**
   * Runs before the transaction, unless the key has a stored response. For slow work (images) and for
   * limits that also count refused requests. Its result overrides fields of the request.
   */
  prepare?: (request: HandlerRequest<Name>) => Promise<Partial<HandlerRequest<Name>>>
  begin: Handler<Name>
  /** Runs after the transaction and on every replay; it may call external services. */
  finish?: (
    request: HandlerRequest<Name>,
    response: ParsedResponse<Name>,
  ) => Promise<HandlerResponse<Name>>
}

type ParsedResponse<Name extends AnyCallName> =
  AllSchemas[Name] extends Record<'response', infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

/** A handler for every call. The types of request and response come from the contract. */
export type Handlers = { [Name in AnyCallName]: Handler<Name> | Steps<Name> }

/** The handlers of one feature. */
export type FeatureHandlers = Partial<Handlers>

/** Adds `success: true` to a response. */
export const ok = <Payload extends object>(payload: Payload) => ({
  success: true as const,
  ...payload,
})
