import type { Context } from 'hono'
import type * as v from 'valibot'

import type { CallName, calls } from '#contract/calls.ts'
import type { Schemas } from '#contract/schemas.ts'
import type { Database } from '#server/database/connect.ts'

export type StoreEnv = {
  Variables: {
    requestId: string
    /** What is sent, where it is the same for everybody: whoever keeps it need not read the answer. */
    sent?: string | Uint8Array<ArrayBuffer>
  }
}

/** What a service works with: the store as one signed-in user may see and change it. */
export type UserStore = { db: Database; userId: string }

type Part<Name extends CallName, Key extends 'query' | 'body'> =
  Schemas[Name] extends Record<Key, infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

type Reply<Name extends CallName> =
  Schemas[Name] extends Record<'reply', infer Schema extends v.GenericSchema>
    ? v.InferInput<Schema>
    : Response | undefined

/** One call that has passed every check: who asks, and what. */
export type Asked<Name extends CallName> = {
  /** For a call with an `Idempotency-Key` this is the transaction that keeps its answer. */
  db: Database
  params: Record<string, string>
  query: Part<Name, 'query'>
  body: Part<Name, 'body'>
  context: Context<StoreEnv>
} & ((typeof calls)[Name]['access'] extends 'user'
  ? { store: UserStore; sessionId: string }
  : object)

type Answer<Name extends CallName> = (asked: Asked<Name>) => Promise<Reply<Name>> | Reply<Name>

/**
 * An answer in two steps. The first is kept under an `Idempotency-Key`, with what it did; the second
 * comes after its transaction, each time the answer is given: there the world outside may be asked.
 */
type TwoSteps<Name extends CallName> = {
  begin: Answer<Name>
  finish: (asked: Asked<Name>, begun: FinishedReply<Name>) => Promise<Reply<Name>>
}

type FinishedReply<Name extends CallName> =
  Schemas[Name] extends Record<'reply', infer Schema extends v.GenericSchema>
    ? v.InferOutput<Schema>
    : undefined

/** What a feature answers, by the call's name. The types of both ends come from the contract. */
export type Answers = { [Name in CallName]?: Answer<Name> | TwoSteps<Name> }

/** A success with what it carries. */
export const ok = <Payload extends object>(payload: Payload) => ({
  success: true as const,
  ...payload,
})
