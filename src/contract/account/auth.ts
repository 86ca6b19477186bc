import * as v from 'valibot'

import { User, UserGender } from './account.ts'
import {
  type SchemasByCall,
  optionalField,
  responseSchema,
  SuccessResponse,
} from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'
import { cleanCode } from '#contract/values/codes.ts'
import { personName } from '#contract/values/personName.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'

const anyPhone = v.union([v.string(), v.pipe(v.number(), v.transform(String))])

/** A response about one of these fields has its message, without "Please check what you entered". */
export const loginMessages = {
  phone: 'Please enter a valid mobile number',
  otp: 'Please enter a valid OTP',
} as const

/** A mobile number in a body, as a number or text. */
export const ContactNumber = v.pipe(
  anyPhone,
  v.transform(cleanPhone),
  v.regex(phonePattern, loginMessages.phone),
)

/** Body of `POST /user/login`. */
export const Login = v.object({ contactNumber: ContactNumber })
export const LoginResponse = responseSchema({
  result: v.object({ isNewUser: v.boolean(), resendAfterSeconds: v.number() }),
})

export const Otp = v.pipe(
  v.string(),
  v.transform(cleanCode),
  v.regex(new RegExp(`^\\d{${rules.otp.digits}}$`), loginMessages.otp),
)
const VerifyOtp = v.object({ contactNumber: ContactNumber, otp: Otp })

const LoginResult = v.object({ token: v.string(), user: User })
export type LoginResult = v.InferOutput<typeof LoginResult>

/** A known number is logged in; a new one gets a token for the signup. */
export const VerifyOtpResponse = responseSchema({
  result: v.union([LoginResult, v.object({ isNewUser: v.literal(true), signupToken: v.string() })]),
})

/** An existing calendar day in ISO format. */
const CalendarDate = v.pipe(
  v.string(),
  v.isoDate('Enter a date'),
  v.check(isRealDay, 'Enter a date'),
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

export const SignupResponse = responseSchema({ message: v.string(), result: LoginResult })

export const authCalls = {
  login: { body: Login, response: LoginResponse },
  verifyOtp: { body: VerifyOtp, response: VerifyOtpResponse },
  signup: { body: Signup, response: SignupResponse },
  logout: { response: SuccessResponse },
  deleteUser: { body: v.object({ otp: Otp }), response: SuccessResponse },
} satisfies SchemasByCall
