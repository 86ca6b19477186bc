import * as v from 'valibot'

import { reply } from './reply.ts'

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

const name = v.pipe(v.string(), v.trim(), v.maxLength(60))

/** Body of `PUT /user/profile`. Phone, birth date and gender stay as they are. */
export const Profile = v.object({
  firstName: v.pipe(name, v.minLength(1)),
  lastName: name,
  email: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email(), v.maxLength(120))]),
  contactNumber: v.optional(v.string()),
  dateOfBirth: v.optional(v.string()),
  gender: v.optional(v.string()),
})
export type Profile = v.InferOutput<typeof Profile>

export const ProfileReply = reply({ user: User })
