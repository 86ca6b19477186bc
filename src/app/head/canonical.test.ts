import { expect, test } from 'vitest'

import { canonicalOf } from './canonical.ts'

test.each([
  ['/', '/'],
  ['/?from=home-screen', '/'],
  ['/?gender=men', '/?gender=men'],
  ['/?gender=women', '/'],
  ['/collections?size=M&sort=asc&cursor=abc', '/collections'],
  ['/collections?category=kurtas&brands=saanjh', '/collections?category=kurtas'],
  ['/collections?category=kurtas&subcategory=short', '/collections?subcategory=short'],
  ['/collections?brands=saanjh&min=500', '/collections?brands=saanjh'],
  ['/collections?brands=saanjh,kori', '/collections'],
  ['/collections?gender=MEN', '/collections?gender=men'],
  ['/collections?gender=none', '/collections'],
  ['/products/blue-kurta?utm_source=mail#photos', '/products/blue-kurta'],
  ['/about-us/', '/about-us'],
  ['/search?q=blue%20kurta&sort=asc', '/search?q=blue%20kurta'],
])('%s is known as %s [seo.1]', (address, known) => {
  expect(canonicalOf(new URL(address, 'https://pehno.example'))).toBe(known)
})
