import { serve } from '@hono/node-server'
import { Command } from 'commander'
import { once } from 'node:events'
import { join } from 'node:path'

import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { startWebhookDelivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { standIns } from '#server/demo/rehearsal/standIns.ts'
import { loadEnvFile, readSettings } from '#server/platform/runtime/settings.ts'
import { print } from './terminal.ts'

/** The stand-ins keep what was paid in a database of their own, in a folder of `DATA_DIR`. */
export const rehearsalCommand = new Command('rehearsal')
  .description(
    'run stand-ins of Razorpay and MSG91 for a live store with RAZORPAY_ORIGIN and MSG91_ORIGIN, until Ctrl+C',
  )
  .action(async () => {
    loadEnvFile()
    const { razorpay, razorpayOrigin, sms, msg91Origin, publicOrigin, dataDir } = readSettings()
    const origin = razorpayOrigin ?? msg91Origin
    if (!origin || !razorpay || !sms) {
      throw new Error('Set RAZORPAY_ORIGIN and MSG91_ORIGIN, such as http://localhost:4100, first.')
    }
    const database = await openDatabase({ dataDir: join(dataDir, 'rehearsal') })
    const { db } = database
    await migrate(database.background)
    const app = standIns({ db, keys: razorpay, msg91Key: sms.authKey, origin })
    const { hostname, port } = new URL(origin)
    const server = serve({ fetch: app.fetch, hostname, port: Number(port || 80) })
    const stopWebhooks = startWebhookDelivery({
      db,
      webhookSecret: razorpay.webhookSecret,
      send: (path, init) => fetch(`${publicOrigin}${path}`, init),
    })
    print(`Razorpay and MSG91 are played at ${origin}. Text messages: ${origin}/dev/inbox`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await stopWebhooks()
    server.close()
    await database.close()
  })
