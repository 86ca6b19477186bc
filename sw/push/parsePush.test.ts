import { expect, test } from 'vitest'

import { parsePush } from './notifications.ts'

const origin = 'https://shop.example'
const pushOf = (notification: object) => JSON.stringify({ web_push: 8030, notification })

test('a push contains title, text and URL [pwa.9]', () => {
  const push = pushOf({
    title: 'Back in stock',
    body: 'Blue kurta in size L is back in stock.',
    navigate: `${origin}/products/blue-kurta`,
    tag: 'restock-blue-kurta',
  })

  expect(parsePush(push, origin)).toEqual({
    title: 'Back in stock',
    body: 'Blue kurta in size L is back in stock.',
    tag: 'restock-blue-kurta',
    url: new URL(`${origin}/products/blue-kurta`),
  })
})

test.each([undefined, '', 'no json', 'null', '[]', '{}', pushOf({ title: 7, navigate: {} })])(
  '%s shows a default notification [pwa.9]',
  (payload) => {
    const { title, url } = parsePush(payload, origin)

    expect(title).toBe('Pehno')
    expect(url.href).toBe(`${origin}/`)
  },
)

test('a push without a title has a default text [pwa.9]', () => {
  expect(parsePush(pushOf({ tag: '' }), origin)).toMatchObject({
    title: 'Pehno',
    body: 'You have a new notification.',
    tag: 'general',
  })
})

test('a title alone has no text [pwa.9]', () => {
  expect(parsePush(pushOf({ title: 'Back in stock' }), origin)).toMatchObject({
    title: 'Back in stock',
    body: '',
  })
})

test('a long text is cut [pwa.9]', () => {
  const { title, body } = parsePush(
    pushOf({ title: 't'.repeat(201), body: 'b'.repeat(200) }),
    origin,
  )

  expect(title).toBe('t'.repeat(200))
  expect(body).toBe('b'.repeat(200))
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'http://'])(
  'a tap never leads to %s [safe.5]',
  (navigate) => {
    expect(parsePush(pushOf({ title: 'News', navigate }), origin).url.href).toBe(`${origin}/`)
  },
)
