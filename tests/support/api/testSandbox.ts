import type { Database } from '#server/database/client/connect.ts'
import { openSandbox } from '#server/demo/payments/sandboxApi.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'

/** Secrets of every sandbox in the tests; their state is in the database. */
export const sandboxKeys = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'the-key-secret-of-the-tests',
  webhookSecret: 'the-webhook-secret-of-the-tests',
}

/** The payment sandbox of a database. */
export const testSandbox = (db: Database, sendMessage: SendMessage = async () => undefined) =>
  openSandbox({ db, keys: sandboxKeys, origin: 'http://shop.example', sendMessage })
