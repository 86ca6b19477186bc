import { expect, test } from 'vitest'

import { parseEvents } from './eventStream.ts'

test('events arrive in chunks with comments between them [order.10]', () => {
  const first = parseEvents(': listening\n\nevent: order\ndata: {"_id":"a"}\n\nevent: or')
  expect(first.events).toEqual([{ name: 'order', text: '{"_id":"a"}' }])

  const second = parseEvents(`${first.rest}der\r\ndata: {\r\ndata: }\r\n\r\n: still here\n\n`)
  expect(second).toEqual({ events: [{ name: 'order', text: '{\n}' }], rest: '' })
})

test('an incomplete event is not reported yet [order.10]', () => {
  expect(parseEvents('event: order\ndata: {"_id":"a"}\n')).toEqual({
    events: [],
    rest: 'event: order\ndata: {"_id":"a"}\n',
  })
})
