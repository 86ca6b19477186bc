import * as v from 'valibot'

import { reply } from './reply.ts'
import { writtenLine } from './writtenText.ts'

export const UserGender = v.picklist(['male', 'female', 'other'])
export type UserGender = v.InferOutput<typeof UserGender>

/** Who is signed in. `dateOfBirth` is a calendar date, year first. */
export const User = v.object({
  _id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  name: v.string(),
  email: v.string(),
  contactNumber: v.string(),
  dateOfBirth: v.string(),
  gender: UserGender,
})
export type User = v.InferOutput<typeof User>

/** A part of a name, in the letters of any language. */
export const personName = (longest: number) =>
  v.pipe(
    writtenLine({ most: longest }),
    v.regex(/^[\p{L}\p{M}][\p{L}\p{M}\u200C\u200D .'-]*$/u, 'Please use letters and spaces only'),
  )

/** Sent with a profile and ignored: phone, birth date and gender cannot be changed. */
const unchanged = v.optional(v.unknown())

/** Body of `PUT /user/profile`. A last name or an email that is null is empty. */
export const Profile = v.object({
  firstName: personName(60),
  lastName: v.nullable(v.union([v.literal(''), personName(60)]), ''),
  email: v.nullable(
    v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email(), v.maxLength(120))]),
    '',
  ),
  contactNumber: unchanged,
  dateOfBirth: unchanged,
  gender: unchanged,
})
export type Profile = v.InferOutput<typeof Profile>

export const ProfileReply = reply({ user: User })
