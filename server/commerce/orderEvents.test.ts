import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'

import { maxStreamsPerCustomer, createOrderEvents } from './orderEvents.ts'

test('one user holds so many lines open, and others are not cut off by it [safe.4]', async () => {
  const db = drizzle.mock()
  const news = createOrderEvents(60_000)
  const cut: string[] = []
  const listen = (userId: string, name: string) => {
    const stop = news.follow(db, { userId, tell: () => {}, hangUp: () => end() })
    const end = () => {
      cut.push(name)
      stop()
    }
    return stop
  }

  const stops = [listen('ravi', 'his')]
  for (let nth = 0; nth < maxStreamsPerCustomer + 2; nth++)
    stops.push(listen('asha', `hers ${nth}`))

  expect(cut).toEqual(['hers 0', 'hers 1'])
  for (const stop of stops) stop()
})
