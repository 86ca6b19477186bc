import useSWR, { type SWRConfiguration } from 'swr'
import type * as v from 'valibot'

import { staffCalls, type StaffCallName } from '#contract/api/staffCalls.ts'
import { staffSchemas } from '#contract/api/staffSchemas.ts'
import type { CallSchemas } from '#contract/api/fields.ts'
import { texts as uiTexts } from '#desk/ui/texts.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { parseResponse, sendCall } from '#platform/api/client.ts'
import { createIdempotentSender } from '#platform/api/idempotentSender.ts'
import { currentSession, expireSession } from './session.ts'
import { texts } from './texts.ts'

type Schemas = typeof staffSchemas
type Paths = { [Name in StaffCallName]: (typeof staffCalls)[Name]['path'] }

/** The names of a path's parameters: `number` of `/staff/orders/:number/move`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type InputOf<Name extends StaffCallName, Part extends keyof CallSchemas> =
  Schemas[Name] extends Record<Part, infer Schema extends v.GenericSchema>
    ? v.InferInput<Schema>
    : never

/** A part that the call does not have cannot be given; one whose fields are all optional can be left out. */
type Part<Key extends string, Value> = [Value] extends [never]
  ? { [Name in Key]?: never }
  : Record<never, never> extends Value
    ? { [Name in Key]?: Value }
    : { [Name in Key]: Value }

type ParamsOf<Name extends StaffCallName> = [ParamNames<Paths[Name]>] extends [never]
  ? never
  : Record<ParamNames<Paths[Name]>, string>

/** What a call is sent with, apart from its body: it tells one response of a read from another. */
export type ReadOptions<Name extends StaffCallName> = Part<'params', ParamsOf<Name>> &
  Part<'query', InputOf<Name, 'query'>>

export type RequestOptions<Name extends StaffCallName> = ReadOptions<Name> &
  Part<'body', InputOf<Name, 'body'>> & {
    /** Sent as `Idempotency-Key`, so that a retry does not repeat the change. */
    idempotencyKey?: string
    signal?: AbortSignal
  }

/** The calls whose response is JSON. */
export type RequestName = {
  [Name in StaffCallName]: Schemas[Name] extends { response: v.GenericSchema } ? Name : never
}[StaffCallName]
export type ReadName = {
  [Name in RequestName]: (typeof staffCalls)[Name]['method'] extends 'GET' ? Name : never
}[RequestName]

export type StaffResponse<Name extends RequestName> = v.InferOutput<Schemas[Name]['response']>

/** Options may be left out where all of them are optional. */
type OptionalIfEmpty<Options> = Record<never, never> extends Options ? [Options?] : [Options]

/**
 * Sends a staff call and checks its response.
 *
 * @throws ApiError, as `parseResponse` does; if the session has ended, the login opens as well
 */
export async function request<Name extends RequestName>(
  name: Name,
  ...[options]: OptionalIfEmpty<RequestOptions<Name>>
): Promise<StaffResponse<Name>> {
  return send(name, options ?? {})
}

const sendWithKey = createIdempotentSender()

/**
 * Sends a change under an idempotency key: after a lost response the same change gets the same key again, so that a
 * retry does not make it twice.
 *
 * @param seen what the person saw when they made the change, if its options do not say it
 * @throws ApiError, as `request` does
 */
export async function requestIdempotently<Name extends RequestName>(
  name: Name,
  options: RequestOptions<Name>,
  seen?: unknown,
): Promise<StaffResponse<Name>> {
  const response = await sendWithKey([name, options, seen], (idempotencyKey) =>
    send(name, { ...options, idempotencyKey }).catch(overtakenError),
  )
  if (response instanceof ApiError) throw response
  return response
}

/** The server has stored this response under the key: a later attempt needs another key. */
function overtakenError(error: unknown): ApiError {
  if (error instanceof ApiError && isOvertaken(error)) return error
  throw error
}

/** Reads without options that a page begins with. */
export type FirstRead = 'readDeliveries' | 'readPickList'
type EarlyRead = { response: Promise<unknown>; token: string | undefined; until: number }
const earlyLifetimeMs = 10_000
const earlyReads = new Map<string, EarlyRead>()

/** Requests what the opened page will read, while its program loads. */
export function readEarly(name: FirstRead): void {
  const response = send(name, {})
  // The page that takes it reports the error.
  response.catch(() => undefined)
  const token = currentSession()?.token
  earlyReads.set(name, { response, token, until: Date.now() + earlyLifetimeMs })
}

/** The response that `readEarly` has requested for this person; undefined the second time, and after a change. */
export function takeEarlyRead<Name extends ReadName>(
  name: Name,
): Promise<StaffResponse<Name>> | undefined {
  const early = earlyReads.get(name)
  earlyReads.delete(name)
  if (!early || early.until < Date.now() || early.token !== currentSession()?.token)
    return undefined
  return early.response as Promise<StaffResponse<Name>>
}

type SentOptions = {
  params?: Record<string, string> | undefined
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

async function send<Name extends RequestName>(
  name: Name,
  { params, query, body, ...others }: SentOptions,
): Promise<StaffResponse<Name>> {
  // What was requested before a change may lack it.
  if (staffCalls[name].method !== 'GET') earlyReads.clear()
  const token = currentSession()?.token
  const sent = sendCall(staffCalls[name], {
    ...others,
    ...(params && { params }),
    query: queryTexts(query),
    json: body,
    ...(token && { token }),
  })
  try {
    return await parseResponse(staffSchemas[name].response, sent)
  } catch (error) {
    if (token && error instanceof ApiError && error.code === 'signed_out') expireSession(token)
    throw error
  }
}

/** Fields without a value are left out. */
const queryTexts = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([field, value]) => [field, String(value)]),
  )

type Settings<Name extends ReadName> = SWRConfiguration<StaffResponse<Name>, Error>
type ReadArguments<Name extends ReadName> =
  Record<never, never> extends ReadOptions<Name>
    ? [options?: ReadOptions<Name> | null, settings?: Settings<Name>]
    : [options: ReadOptions<Name> | null, settings?: Settings<Name>]

/**
 * Reads with SWR, e.g. `useRead('readStaffOrder', { params: { number } })`; with `null` nothing is read yet.
 * `problem` is why the last attempt failed; `data` is then what was read before, if anything was.
 */
export function useRead<Name extends ReadName>(
  name: Name,
  ...[options, settings]: ReadArguments<Name>
) {
  const { data, error, isValidating, mutate } = useSWR<StaffResponse<Name>, Error>(
    options === null ? null : [name, options],
    () => takeEarlyRead(name) ?? send(name, options ?? {}),
    settings,
  )
  return {
    data,
    problem: error,
    isReading: isValidating,
    refresh: () => void mutate().catch(() => undefined),
    /** Shows a response that a change brought along, without reading again. */
    replace: (response: StaffResponse<Name>) => void mutate(response, { revalidate: false }),
    /** Changes what is shown, whatever it is by then, without reading again. */
    update: (change: (before: StaffResponse<Name>) => StaffResponse<Name>) =>
      void mutate((before) => before && change(before), { revalidate: false }),
  }
}

/** What is said about an error: the server's sentence, or what to do without a connection. */
export function errorText(error: unknown, otherwise: string = uiTexts.couldNotSave): string {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'offline') return texts.noConnection
  return error.msg ?? otherwise
}

/** Whether somebody changed it before. Without the field, another request with the same key is under way. */
export const isOvertaken = ({ code, response }: ApiError): boolean =>
  code === 'conflict' && response?.fields?.from !== undefined

/** What the server says about single fields of a form, in one text; undefined if it names none. */
export function fieldsText(error: unknown): string | undefined {
  const fields = error instanceof ApiError ? error.response?.fields : undefined
  return fields && Object.values(fields).join(' ')
}
