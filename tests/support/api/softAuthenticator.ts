import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'

import type { RegisteredCredential, UsedCredential } from '#contract/staff/passkeys.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** Flags of authenticator data: the user was there, was verified, and a credential is attached. */
const flags = { present: 0x01, verified: 0x04, attached: 0x40 }

type Signed = { challenge: string; origin?: string; rpId?: string; isVerified?: boolean }

/**
 * An authenticator in software, with one passkey for the store: ES256, attestation "none"
 * (https://www.w3.org/TR/webauthn-3). It counts its uses.
 */
export class SoftAuthenticator {
  readonly #origin: string
  readonly #rpId: string
  readonly #id = randomBytes(16)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #userHandle = ''
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#rpId = new URL(origin).hostname
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  get id(): string {
    return base64url(this.#id)
  }

  /** Makes the passkey. */
  register(
    { challenge, user }: { challenge: string; user: { id: string } },
    changes: Omit<Signed, 'challenge'> = {},
  ): RegisteredCredential {
    this.#userHandle = user.id
    const authData = Buffer.concat([
      this.#authenticatorData({ challenge, ...changes }, flags.attached),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      this.#coseKey(),
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', { challenge, ...changes }),
        attestationObject: base64url(attestationObject(authData)),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge with the passkey. */
  use(signed: Signed): UsedCredential {
    this.counter += 1
    const authData = this.#authenticatorData(signed)
    const clientDataJSON = this.#clientData('webauthn.get', signed)
    const clientHash = sha256(Buffer.from(clientDataJSON, 'base64url'))
    const signature = signBytes('sha256', Buffer.concat([authData, clientHash]), this.#privateKey)
    return {
      ...this.#credential(),
      response: {
        ...{ clientDataJSON, authenticatorData: base64url(authData) },
        ...{ signature: base64url(signature), userHandle: this.#userHandle },
      },
    }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const
  }

  #clientData(type: string, { challenge, origin = this.#origin }: Signed): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData({ rpId = this.#rpId, isVerified = true }: Signed, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flag = flags.present | (isVerified ? flags.verified : 0) | more
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter])
  }

  /** The public key as COSE writes it in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }
}

/** In CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}. */
function attestationObject(authData: Buffer): Buffer {
  const text = (word: string) =>
    Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none')],
    ...[text('attStmt'), Buffer.from([0xa0]), text('authData')],
    ...[Buffer.from([0x58, authData.length]), authData],
  ])
}
