import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'

import { maxStreamsPerCustomer, createOrderEvents } from '#server/features/orders/orderEvents.ts'

test('each customer has a maximum of open streams, independent of others [safe.4]', async () => {
  const db = drizzle.mock()
  const events = createOrderEvents(60_000)
  const closed: string[] = []
  const listen = (userId: string, name: string) => {
    const stop = events.subscribe(db, { userId, notify: () => {}, close: () => end() })
    const end = () => {
      closed.push(name)
      stop()
    }
    return stop
  }

  const stops = [listen('ravi', 'ravi 0')]
  for (let index = 0; index < maxStreamsPerCustomer + 2; index++)
    stops.push(listen('asha', `asha ${index}`))

  expect(closed).toEqual(['asha 0', 'asha 1'])
  for (const stop of stops) stop()
})
