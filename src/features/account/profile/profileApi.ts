import * as v from 'valibot'

import { LoginReply } from '#contract/auth.ts'
import { calls } from '#contract/api/calls.ts'
import { DoneReply, reply } from '#contract/api/fields.ts'
import { type Profile, ProfileReply, type User } from '#contract/account.ts'
import { request, send } from '#platform/api/http.ts'
import type { Sending } from '#platform/outbox/outbox.ts'

export async function saveProfile(json: Profile, once: Omit<Sending, 'ownerId'>): Promise<User> {
  const { user } = await send(ProfileReply, request(calls.updateProfile, { json, ...once }))
  return user
}

const ExportReply = reply({ result: v.record(v.string(), v.unknown()) })

export async function exportUser(): Promise<Record<string, unknown>> {
  const { result } = await send(ExportReply, request(calls.exportUser))
  return result
}

/** Deleting an account requires an OTP, like the login. */
export async function sendDeletionCode(contactNumber: string): Promise<void> {
  await send(LoginReply, request(calls.login, { json: { contactNumber } }))
}

export async function deleteUser(otp: string): Promise<void> {
  await send(DoneReply, request(calls.deleteUser, { json: { otp } }))
}
