import type { Context } from 'hono'
import * as v from 'valibot'

import { fieldMessage } from '#contract/fieldMessages.ts'
import { rules } from '#contract/rules.ts'
import type { CallSchemas } from '#contract/schemas.ts'
import { readBody, textOf } from '#server/platform/readBody.ts'
import { refuseUnstorable } from '#server/platform/storable.ts'
import { StoreError } from '#server/platform/storeError.ts'

/**
 * The query and the body of a call, checked; what does not fit is named field by field. `userIds` are
 * all that the request names, also where the call itself has no use for one.
 */
export async function readRequest(c: Context, schemas: CallSchemas) {
  const params = c.req.param() as Record<string, string>
  refuseUnstorable(params)
  const query = queryOf(c)
  const upload = schemas.upload && (await readBody(c, schemas.upload))
  const body = schemas.body && (await bodyOf(c))
  return {
    query: schemas.query && checked(schemas.query, query),
    body: schemas.body && checked(schemas.body, body),
    upload,
    userIds: [params, query, body].map(userIdIn).filter((id) => id !== undefined && id !== null),
  }
}

const userIdIn = (part: unknown): unknown =>
  (part as { userId?: unknown } | null | undefined)?.userId

/** An empty parameter counts as missing: forms send those that were not filled in. */
function queryOf(c: Context): Record<string, string> {
  const given = [...new URL(c.req.url).searchParams]
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** A DELETE may carry its few fields in the query instead. */
async function bodyOf(c: Context): Promise<unknown> {
  const text = textOf(await readBody(c, rules.body))
  if (text === '') return queryOf(c)
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreError('invalid', 'The request is not valid JSON')
  }
}

function checked<Schema extends v.GenericSchema>(schema: Schema, given: unknown) {
  refuseUnstorable(given)
  // Messages of the contract's own come first; the library's are replaced, in one place.
  const { success, output, issues } = v.safeParse(schema, given, { message: () => '' })
  if (success) return output
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'request'
    fields[path] ??= issue.message || fieldMessage(path, issue)
  }
  const [first = 'The request is not complete'] = Object.values(fields)
  const isOurs = issues.some(({ type, message }) => type === 'regex' && /^Please /.test(message))
  throw new StoreError('invalid', isOurs ? first : 'Please check what you entered', { fields })
}
