import * as v from 'valibot'

import { optionalField } from './optionalField.ts'
import { phonePattern } from './phone.ts'
import { reply } from './reply.ts'
import { rules } from './rules.ts'
import { personName, User, UserGender } from './user.ts'

const anyPhone = v.union([v.string(), v.pipe(v.number(), v.transform(String))])

/** Body of `POST /user/login`. Number or text, as the form sends it. */
export const ContactNumber = v.pipe(
  anyPhone,
  v.trim(),
  v.regex(phonePattern, 'Please enter a valid mobile number'),
)
export const Login = v.object({ contactNumber: ContactNumber })
export const LoginReply = reply({
  result: v.object({ isNewUser: v.boolean(), resendAfterSeconds: v.number() }),
})

export const Otp = v.pipe(
  v.string(),
  v.regex(new RegExp(`^\\d{${rules.otp.digits}}$`), 'Please enter a valid OTP'),
)
export const VerifyOtp = v.object({ contactNumber: ContactNumber, otp: Otp })

const SignedIn = v.object({ token: v.string(), user: User })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** A known number is signed in; a new one gets what proves the OTP at signup. */
export const VerifyOtpReply = reply({
  result: v.union([SignedIn, v.object({ isNewUser: v.literal(true), signupToken: v.string() })]),
})

/** A day that there was or will be, year first. */
const CalendarDate = v.pipe(
  v.string(),
  v.isoDate('Please enter a date'),
  v.check(isRealDay, 'Please enter a date'),
)

function isRealDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Body of `POST /user/signup`. */
export const Signup = v.object({
  firstName: personName(60),
  lastName: optionalField(personName(60)),
  gender: UserGender,
  dateOfBirth: CalendarDate,
  contactNumber: ContactNumber,
  signupToken: v.string(),
})
export type Signup = v.InferOutput<typeof Signup>

export const SignupReply = reply({ message: v.string(), result: SignedIn })
