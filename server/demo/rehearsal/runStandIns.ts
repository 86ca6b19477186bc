import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { join } from 'node:path'

import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { startWebhookDelivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { loadEnvFile, readSettings } from '#server/platform/runtime/settings.ts'
import { standIns } from './standIns.ts'

/**
 * `npm run rehearsal`: the stand-ins of Razorpay and MSG91 for a live store with the same settings, until Ctrl+C. They
 * keep what was paid in a database of their own, in a folder of `DATA_DIR`.
 */
try {
  await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function run() {
  loadEnvFile()
  const { razorpay, razorpayOrigin, sms, msg91Origin, publicOrigin, dataDir } = readSettings()
  const origin = razorpayOrigin ?? msg91Origin
  if (!origin || !razorpay || !sms) {
    throw new Error('Set RAZORPAY_ORIGIN and MSG91_ORIGIN, such as http://localhost:4100, first.')
  }
  const database = await openDatabase({ dataDir: join(dataDir, 'rehearsal') })
  await migrate(database.background)
  const { db } = database
  const app = standIns({ db, keys: razorpay, msg91Key: sms.authKey, origin })
  const { hostname, port } = new URL(origin)
  const server = serve({ fetch: app.fetch, hostname, port: Number(port || 80) })
  const stopWebhooks = startWebhookDelivery({
    db,
    webhookSecret: razorpay.webhookSecret,
    send: (path, init) => fetch(`${publicOrigin}${path}`, init),
  })
  process.stdout.write(
    `Razorpay and MSG91 are played at ${origin}. Text messages: ${origin}/dev/inbox\n`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await stopWebhooks()
  server.close()
  await database.close()
}
