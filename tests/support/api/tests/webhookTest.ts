import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { WebhookEvent } from '#contract/staff/connections.ts'
import type { Database } from '#server/database/client/connect.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { createWebhookSecret } from '#server/platform/webhooks/sendWebhook.ts'

type Endpoint = typeof webhookEndpoints.$inferSelect
type Delivery = typeof webhookDeliveries.$inferSelect

/** An address that wants every event. */
export async function anEndpoint(
  db: Database,
  changes: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<Endpoint> {
  const [endpoint] = await db
    .insert(webhookEndpoints)
    .values({
      ...{ url: 'https://erp.example/hook', events: [...WebhookEvent.options] },
      ...{ secret: createWebhookSecret(), ...changes },
    })
    .returning()
  if (!endpoint) throw new Error('The address was not saved')
  return endpoint
}

/** An address, and an event that could not be sent there. */
export async function aWebhook(db: Database): Promise<{ endpoint: Endpoint; delivery: Delivery }> {
  const endpoint = await anEndpoint(db)
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      ...{ endpointId: endpoint.id, eventId: randomUUID(), event: 'order.placed' },
      ...{ about: 'PEH-KAB55N', body: '{}', state: 'failed', tries: 8 },
    })
    .returning()
  if (!delivery) throw new Error('The delivery was not saved')
  return { endpoint, delivery }
}

type Received = { headers: Record<string, string | string[] | undefined>; body: string }

type Receiver = {
  url: string
  /** What arrived, oldest first. */
  received: Received[]
  /** The status of the next answers, none for 0, and where a redirect leads. */
  answer: { status: number; location?: string }
  close: () => void
}

/** Another program's server on this computer. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answer: Receiver['answer'] = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (answer.status === 0) return
      const location = answer.location && { Location: answer.location }
      response.writeHead(answer.status, { ...location }).end('An answer that nobody reads')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}/hook`, received, answer },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
