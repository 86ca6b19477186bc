import { and, asc, eq, isNull } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Passkey, RegisteredCredential, UsedCredential } from '#contract/staff/passkeys.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { passkeyChallenges, staffPasskeys } from '#server/database/schema/staff.ts'
import type { Change } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { activePerson, readPerson } from './people.ts'

type Record = (change: Change) => Promise<void>
type PasskeyRow = typeof staffPasskeys.$inferSelect

/** Loaded with the first use of a passkey: the library is large, and most processes of a shop never need it. */
const loadLibrary = () => import('@simplewebauthn/server')

const { challengeMs: timeout, maxPerPerson } = rules.passkeys
const passkeyRefused = () =>
  new StoreError('invalid', 'This passkey didn’t work. Try again, or log in with an OTP.')

/** A passkey belongs to the host of the store, and works on its pages only. */
const rpIdOf = (origin: string) => new URL(origin).hostname

async function saveChallenge(db: Database, challenge: string, staffId: string | null) {
  await db
    .insert(passkeyChallenges)
    .values({ challenge, staffId, expiresAt: clock.later(rules.passkeys.challengeMs) })
}

/**
 * Uses up the challenge that an authenticator has signed. Outside the transaction of what follows, so that it is used
 * up even if the signature is wrong.
 *
 * @returns the challenge
 * @throws StoreError 'invalid' if it was never given out, was used already or has expired
 */
export async function consumeChallenge(
  db: Database,
  clientDataJSON: string,
  staffId: string | null,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const isOwn =
    staffId === null ? isNull(passkeyChallenges.staffId) : eq(passkeyChallenges.staffId, staffId)
  const [used] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challenge, challenge), isOwn))
    .returning()
  if (!used || used.expiresAt <= clock.now()) throw passkeyRefused()
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return String(data.challenge)
  } catch {
    throw passkeyRefused()
  }
}

/** The person's passkeys, the oldest first. */
export async function listPasskeys(db: Database, staffId: string): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id))
  return rows.map(passkeyOf)
}

const passkeyOf = ({ id, device, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  ...{ id, device },
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** What a browser makes a passkey of this person from. */
export async function registrationOptions(db: Database, staffId: string, origin: string) {
  const { generateRegistrationOptions } = await loadLibrary()
  const { name, contactNumber } = await readPerson(db, staffId)
  const existing = await listPasskeys(db, staffId)
  const facts = await readStoreFacts(db)
  const options = await generateRegistrationOptions({
    rpName: facts?.name ?? defaultStoreName,
    rpID: rpIdOf(origin),
    userID: new Uint8Array(Buffer.from(staffId)),
    userName: contactNumber,
    userDisplayName: name,
    attestationType: 'none',
    timeout,
  })
  await saveChallenge(db, options.challenge, staffId)
  const { challenge, rp, user, pubKeyCredParams } = options
  return {
    ...{ challenge, user, pubKeyCredParams, timeout },
    rp: { id: rpIdOf(origin), name: rp.name },
    attestation: 'none' as const,
    excludeCredentials: existing.map(({ id }) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

type Registration = {
  staffId: string
  origin: string
  device: string
  credential: RegisteredCredential
}

/**
 * Adds a passkey. Its challenge was used up before (`consumeChallenge`).
 *
 * @throws StoreError 'invalid' if it does not answer the challenge, 'not_allowed_now' if the person has enough of them
 */
export async function addPasskey(
  tx: Database,
  { staffId, origin, device, credential }: Registration,
  record: Record,
): Promise<Passkey> {
  const { name } = await readPerson(tx, staffId)
  if ((await tx.$count(staffPasskeys, eq(staffPasskeys.staffId, staffId))) >= maxPerPerson) {
    throw new StoreError('not_allowed_now', 'You have enough passkeys. Remove one first.')
  }
  const credentialKey = await verifyRegistration(origin, credential)
  const [row] = await tx
    .insert(staffPasskeys)
    .values({
      ...{
        id: credentialKey.id,
        staffId,
        publicKey: Buffer.from(credentialKey.publicKey),
        counter: credentialKey.counter,
      },
      ...{ transports: credential.response.transports ?? [], device, createdAt: clock.now() },
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw passkeyRefused()
  await record({
    ...{ subject: 'staff', subjectId: staffId, name, action: 'added a passkey' },
    after: { device },
  })
  return passkeyOf(row)
}

async function verifyRegistration(origin: string, credential: RegisteredCredential) {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { transports: _, ...response } = credential.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challengeIn(response.clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) throw passkeyRefused()
  return registrationInfo.credential
}

/** The library says why in its error, which only the log shows. */
function refuse(error: unknown): never {
  log.info({ err: error }, 'A passkey was refused')
  throw passkeyRefused()
}

/** @throws StoreError 'not_found' */
export async function removePasskey(
  tx: Database,
  { id, staffId }: { id: string; staffId: string },
  record: Record,
): Promise<void> {
  const [removed] = await tx
    .delete(staffPasskeys)
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId)))
    .returning()
  if (!removed) throw new StoreError('not_found', 'This passkey is already removed')
  const { name } = await readPerson(tx, staffId)
  await record({
    ...{ subject: 'staff', subjectId: staffId, name, action: 'removed a passkey' },
    before: { device: removed.device },
  })
}

/** What a browser signs to log in. It names nobody: the authenticator offers the passkeys that it has for the store. */
export async function loginOptions(db: Database, origin: string) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const rpId = rpIdOf(origin)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, timeout })
  await saveChallenge(db, challenge, null)
  return { challenge, rpId, timeout, userVerification: 'required' as const }
}

type Use = { challenge: string; origin: string; credential: UsedCredential }

/**
 * The person who has signed the challenge with a passkey.
 *
 * @throws StoreError 'invalid' if the passkey is unknown, the signature is wrong, the counter went back, which a copy of
 * the key does, or the person is disabled
 */
export async function verifyPasskey(db: Database, { challenge, origin, credential }: Use) {
  const { verifyAuthenticationResponse } = await loadLibrary()
  return db.transaction(async (tx) => {
    const [passkey] = await tx
      .select()
      .from(staffPasskeys)
      .where(eq(staffPasskeys.id, credential.id))
      .for('update')
    const person = passkey && (await activePerson(tx, passkey.staffId))
    if (!person) throw passkeyRefused()
    const { userHandle } = credential.response
    const handle = userHandle && Buffer.from(userHandle, 'base64url').toString()
    if (handle !== undefined && handle !== person.id) throw passkeyRefused()
    const { id, publicKey, counter } = passkey
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }).catch(refuse)
    if (!verified) throw passkeyRefused()
    await tx
      .update(staffPasskeys)
      .set({ counter: authenticationInfo.newCounter, lastUsedAt: clock.now() })
      .where(eq(staffPasskeys.id, id))
    return person
  })
}
