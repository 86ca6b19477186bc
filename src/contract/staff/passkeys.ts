import * as v from 'valibot'

import {
  listResponseSchema,
  responseSchema,
  type StaffSchemasByCall,
  SuccessResponse,
} from '#contract/api/fields.ts'
import { Instant, StaffPerson } from './people.ts'

/** A passkey of the caller. */
const Passkey = v.object({
  id: v.string(),
  /** Where it was made. */
  device: v.string(),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
})
export type Passkey = v.InferOutput<typeof Passkey>

const base64url = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[\w-]+$/))
const KeyType = v.literal('public-key')
const CredentialId = base64url(1400)

// The formats of WebAuthn (https://www.w3.org/TR/webauthn-3, "JSON"), as far as passkeys of the desk use them.

/** What a browser makes a passkey from. */
const RegistrationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: KeyType, alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  /** The person's passkeys: a device that has one of them makes no second one. */
  excludeCredentials: v.array(v.object({ id: v.string(), type: KeyType })),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
})

/** What a browser signs with a passkey; it offers all that it has for the store. */
const LoginOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})

const Credential = { id: CredentialId, rawId: CredentialId, type: KeyType }

const RegisteredCredential = v.object({
  ...Credential,
  response: v.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
  }),
})
export type RegisteredCredential = v.InferOutput<typeof RegisteredCredential>

const UsedCredential = v.object({
  ...Credential,
  response: v.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: v.optional(base64url(100)),
  }),
})
export type UsedCredential = v.InferOutput<typeof UsedCredential>

export const passkeyCalls = {
  beginPasskeyLogin: { response: responseSchema({ result: LoginOptions }) },
  loginWithPasskey: {
    body: UsedCredential,
    response: responseSchema({ result: v.object({ token: v.string(), person: StaffPerson }) }),
  },
  readPasskeys: { response: listResponseSchema(Passkey) },
  readPasskeyOptions: { response: responseSchema({ result: RegistrationOptions }) },
  addPasskey: { body: RegisteredCredential, response: responseSchema({ result: Passkey }) },
  removePasskey: { response: SuccessResponse },
} satisfies StaffSchemasByCall
