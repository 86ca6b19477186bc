import { createECDH } from 'node:crypto'

import type { Database } from '#server/database/connect.ts'
import { keptSecret } from './keptSecret.ts'

/** What the store signs its pushes with, and where push services may turn to. */
export type PushKeys = { publicKey: string; privateKey: string; contact: string }

/** Keys the store has made up for itself: a secret of 32 bytes is a private key of P-256. */
export async function keptPushKeys(db: Database, contact: string): Promise<PushKeys> {
  const privateKey = await keptSecret(db, 'push_key')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey, contact }
}
