import { expect, test } from 'vitest'

import { eventsIn } from './listenToOrders.ts'

test('events come in pieces, with breath between them [order.10]', () => {
  const first = eventsIn(': listening\n\nevent: order\ndata: {"_id":"a"}\n\nevent: or')
  expect(first.events).toEqual([{ name: 'order', text: '{"_id":"a"}' }])

  const second = eventsIn(`${first.rest}der\r\ndata: {\r\ndata: }\r\n\r\n: still here\n\n`)
  expect(second).toEqual({ events: [{ name: 'order', text: '{\n}' }], rest: '' })
})

test('what has not ended is not told yet [order.10]', () => {
  expect(eventsIn('event: order\ndata: {"_id":"a"}\n')).toEqual({
    events: [],
    rest: 'event: order\ndata: {"_id":"a"}\n',
  })
})
