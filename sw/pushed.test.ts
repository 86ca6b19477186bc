import { expect, test } from 'vitest'

import { pushedFrom } from './pushed.ts'

const origin = 'https://shop.example'
const pushOf = (notification: object) => JSON.stringify({ web_push: 8030, notification })

test('a push says what to show and where a tap leads [pwa.9]', () => {
  const push = pushOf({
    title: 'Back in stock',
    body: 'Blue kurta in size L is there again.',
    navigate: `${origin}/products/blue-kurta`,
    tag: 'restock-blue-kurta',
  })

  expect(pushedFrom(push, origin)).toEqual({
    title: 'Back in stock',
    body: 'Blue kurta in size L is there again.',
    tag: 'restock-blue-kurta',
    url: new URL(`${origin}/products/blue-kurta`),
  })
})

test.each([undefined, '', 'no json', 'null', '[]', '{}', pushOf({ title: 7, navigate: {} })])(
  'of %s something is shown all the same [pwa.9]',
  (payload) => {
    const { title, url } = pushedFrom(payload, origin)

    expect(title).toBe('Pehno')
    expect(url.href).toBe(`${origin}/`)
  },
)

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'http://'])(
  'a tap never leads to %s [safe.5]',
  (navigate) => {
    expect(pushedFrom(pushOf({ title: 'News', navigate }), origin).url.href).toBe(`${origin}/`)
  },
)
