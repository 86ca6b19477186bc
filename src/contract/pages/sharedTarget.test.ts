import { expect, test } from 'vitest'

import { sharedTarget } from './sharedTarget.ts'

const origin = 'https://shop.example'

test.each([
  [{ url: `${origin}/products/kurta-7` }, '/products/kurta-7'],
  [{ text: `Look at this: ${origin}/products/kurta-7?size=M thanks` }, '/products/kurta-7?size=M'],
  [{ title: 'Blue kurta', text: `${origin}/collections?brands=kori` }, '/collections?brands=kori'],
  [{ text: 'blue  kurta\nfor women' }, '/search?q=blue%20kurta%20for%20women'],
  [{ title: 'Blue kurta' }, '/search?q=Blue%20kurta'],
  [{ title: 'Kurta', text: 'blue kurta https://elsewhere.example/a' }, '/search?q=blue%20kurta'],
  [
    { text: 'https://elsewhere.example/kurtas/libas/women-blue-kurta/123/buy' },
    '/search?q=women%20blue%20kurta',
  ],
  [{ text: `${origin}/api/orders/view` }, '/search?q=orders'],
  [{ url: 'https://' }, '/search'],
  [{}, '/search'],
])('%o opens %s [pwa.1]', (shared, path) => {
  expect(sharedTarget(new URLSearchParams(shared as Record<string, string>), origin)).toBe(path)
})

test('a long text is shortened to a search [pwa.1] [search.1]', () => {
  const path = sharedTarget(new URLSearchParams({ text: 'kurta '.repeat(100) }), origin)

  expect(new URL(path, origin).searchParams.get('q')).toHaveLength(80)
})
