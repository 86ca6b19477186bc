import * as v from 'valibot'

import { fieldMessage } from '#contract/api/fieldMessages.ts'
import { loginMessages } from '#contract/account/auth.ts'
import { rejectUnstorable } from './readBody.ts'
import { StoreError } from './storeError.ts'

/**
 * The query or body of a call, as its schema has it.
 *
 * @throws StoreError 'invalid' with a message for each invalid field
 */
export function validate<Schema extends v.GenericSchema>(schema: Schema, value: unknown) {
  rejectUnstorable(value)
  // The empty message replaces valibot's defaults; messages written in the contract are kept.
  const { success, output, issues } = v.safeParse(schema, value, { message: () => '' })
  if (success) return output
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'request'
    fields[path] ??= issue.message || fieldMessage(path, issue)
  }
  const loginMessage = Object.values(loginMessages).find((text) =>
    issues.some(({ message }) => message === text),
  )
  throw new StoreError('invalid', loginMessage ?? 'Please check what you entered', { fields })
}
