import { expect, test } from 'vitest'

import { canonicalPath } from './pageRoutes.ts'

test.each([
  ['/About-Us', '/about-us'],
  ['/about-us/', '/about-us'],
  ['//about-us', '/about-us'],
  ['/PRODUCTS/Kept-As-It-Is/', '/products/Kept-As-It-Is'],
  ['/product/blue-kurta', '/products/blue-kurta'],
  ['/home', '/'],
])('%s is %s [seo.1]', (written, ours) => {
  expect(canonicalPath(written)).toBe(ours)
})

test.each(['/', '/about-us', '/products/blue-kurta', '/nowhere/', '//elsewhere.example/'])(
  '%s is not redirected: it is canonical or unknown [seo.1] [safe.5]',
  (path) => {
    expect(canonicalPath(path)).toBeUndefined()
  },
)
