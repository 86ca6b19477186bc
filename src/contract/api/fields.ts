import * as v from 'valibot'

import type { CallName } from './calls.ts'
import type { StaffCallName } from './staffCalls.ts'
import { invisible, joiners } from '#contract/values/characters.ts'

/**
 * An optional body field. Forms send an empty field as null or as an empty string; both count as
 * missing, so services only see a value or undefined.
 */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.pipe(
      v.union([v.null(), v.literal(''), schema]),
      v.transform((value) =>
        value === null || value === '' ? undefined : (value as v.InferOutput<Schema>),
      ),
    ),
  )

/** Scripts that use joiners inside words. */
const joiningScripts =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Arabic}]$/u
const emojiEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const pictograph = /^\p{Extended_Pictographic}/u

/** Removes invisible characters from text that people write, except the joiners that its words need. */
function withoutUnneeded(text: string): string {
  const visible = text.normalize('NFC').replace(invisible, '')
  return visible.replace(joiners, (joiner, at: number) =>
    isJoinerNeeded(joiner, visible.slice(Math.max(0, at - 2), at), visible.slice(at + 1, at + 3))
      ? joiner
      : '',
  )
}

/** A joiner is needed inside a word of `joiningScripts`, and between the parts of one emoji. */
function isJoinerNeeded(joiner: string, before: string, after: string): boolean {
  if (joiner === '\uFE0F') return /[\p{Emoji}]$/u.test(before)
  if (joiningScripts.test(before)) return true
  return joiner === '\u200D' && emojiEnd.test(before) && pictograph.test(after)
}

const normaliseLine = (text: string) =>
  withoutUnneeded(text.replace(/\s/gu, ' ')).replace(/ +/g, ' ').trim()

const normaliseLines = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => withoutUnneeded(line.replace(/\s/gu, ' ')).trimEnd())
    .join('\n')
    .trim()

type Length = { min?: number; max: number }

/**
 * A single line that people write, such as a name or a street. Invisible characters are removed.
 */
/* @__NO_SIDE_EFFECTS__ */
export function singleLineText({ min = 0, max }: Length) {
  return v.pipe(v.string(), v.transform(normaliseLine), v.minLength(min), v.maxLength(max))
}

/** A text of several lines, such as a review or a complaint. */
/* @__NO_SIDE_EFFECTS__ */
export function multiLineText({ min = 0, max }: Length) {
  return v.pipe(v.string(), v.transform(normaliseLines), v.minLength(min), v.maxLength(max))
}

/**
 * Escapes control characters and bidirectional overrides for a terminal, so that what a customer
 * wrote cannot move the cursor, change colours or forge lines.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(/\n|(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n'
      ? character
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

/** The envelope of every successful response. */
/* @__NO_SIDE_EFFECTS__ */
export function responseSchema<Payload extends v.ObjectEntries>(payload: Payload) {
  return v.object({ success: v.literal(true), msg: v.optional(v.string()), ...payload })
}

/** A list in `result.data`. */
/* @__NO_SIDE_EFFECTS__ */
export function listResponseSchema<Item extends v.GenericSchema>(item: Item) {
  return responseSchema({ result: v.object({ data: v.array(item) }) })
}

/** The place in a list after which its next page begins. */
export const CursorQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(400))),
})

/**
 * The warehouse that serves the shopper, as `GET /warehouse/check-delivery` names it. Without it, and if it is closed,
 * stock is what any open warehouse has.
 */
export const WarehouseQuery = v.object({
  warehouse: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{2,40}$/))),
})

/** Success without data. */
export const SuccessResponse = responseSchema({})

/** The URL of an uploaded photo. */
export const PhotoResponse = responseSchema({ result: v.object({ url: v.string() }) })

/**
 * A refusal with HTTP status 200: `v.variant('success', [responseSchema(…), refusal])`. Only
 * coupons/is-applicable, orders/send-payment-link and warehouse/check-delivery return it.
 */
export const refusal = v.object({
  success: v.literal(false),
  msg: v.string(),
  status: v.optional(v.number()),
})

/**
 * Maximum size of a file, time it may take to arrive, and number of concurrent uploads per
 * customer.
 */
type Upload = { maxBytes: number; timeLimitMs: number; maxConcurrent: number }

/** The schemas of a call. `response` is undefined where the response is not JSON. */
export type CallSchemas = {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Set where the body is a file instead of JSON. */
  upload?: Upload
  response?: v.GenericSchema
}

/** The schemas of a subject's calls, in its module. */
export type SchemasByCall = Partial<Record<CallName, CallSchemas>>
export type StaffSchemasByCall = Partial<Record<StaffCallName, CallSchemas>>
