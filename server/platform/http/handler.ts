import type { Context } from 'hono'
import type * as v from 'valibot'

import type { CallName, calls } from '#contract/api/calls.ts'
import type { Schemas } from '#contract/api/schemas.ts'
import type { Database } from '#server/database/client/connect.ts'

export type StoreEnv = {
  Variables: {
    requestId: string
    /** The compressed body of a cacheable response, so that the response cache need not read it back. */
    compressedBody?: string | Uint8Array<ArrayBuffer>
  }
}

/** What a service works with: the store as one signed-in user may see and change it. */
export type CustomerStore = { db: Database; userId: string }

type Part<Name extends CallName, Key extends 'query' | 'body'> =
  Schemas[Name] extends Record<Key, infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

type Reply<Name extends CallName> =
  Schemas[Name] extends Record<'reply', infer Schema extends v.GenericSchema>
    ? v.InferInput<Schema>
    : Response | undefined

/** One call that has passed every check: who asks, and what. */
export type HandlerRequest<Name extends CallName> = {
  /** For a call with an `Idempotency-Key` this is the transaction that keeps its answer. */
  db: Database
  params: Record<string, string>
  query: Part<Name, 'query'>
  body: Part<Name, 'body'>
  /** The file that was sent, of a call that takes one. */
  upload: Schemas[Name] extends { upload: object } ? Uint8Array<ArrayBuffer> : undefined
  context: Context<StoreEnv>
} & ((typeof calls)[Name]['access'] extends 'user'
  ? { store: CustomerStore; sessionId: string }
  : object)

type Answer<Name extends CallName> = (
  asked: HandlerRequest<Name>,
) => Promise<Reply<Name>> | Reply<Name>

/**
 * An answer in steps. Only `begin` runs inside the transaction that keeps the answer under its
 * `Idempotency-Key`: it may use the database and nothing else.
 */
type Steps<Name extends CallName> = {
  /**
   * Runs once before the transaction, for a key that has no answer yet. The place for slow work
   * (images) and for limits that count refused requests too. What it returns replaces parts of `asked`.
   */
  prepare?: (asked: HandlerRequest<Name>) => Promise<Partial<HandlerRequest<Name>>>
  begin: Answer<Name>
  /** Runs after the transaction, each time the answer is given: it may call other services. */
  finish?: (asked: HandlerRequest<Name>, begun: FinishedReply<Name>) => Promise<Reply<Name>>
}

type FinishedReply<Name extends CallName> =
  Schemas[Name] extends Record<'reply', infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

/** What a feature answers, by the call's name. The types of both ends come from the contract. */
export type Handlers = { [Name in CallName]?: Answer<Name> | Steps<Name> }

/** A success with what it carries. */
export const ok = <Payload extends object>(payload: Payload) => ({
  success: true as const,
  ...payload,
})
