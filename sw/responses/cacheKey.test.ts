import { expect, test } from 'vitest'

import { cacheKeyOf } from './apiCache.ts'

const list = 'https://pehno.example/api/products/list'

test.each([
  ['the order of parameters', `${list}?size=M&brand=kori`, `${list}?brand=kori&size=M`],
  ['an empty parameter', `${list}?size=&brand=kori`, `${list}?brand=kori`],
  ['the order of one parameter given twice', `${list}?size=M&size=L`, `${list}?size=L&size=M`],
  ['the order within a list', `${list}?size=M,L`, `${list}?size=L,M`],
  ['the order of brands', `${list}?brand=kori,amodra`, `${list}?brand=amodra,kori`],
  ['the order of origins', `${list}?origin=Nepal,India`, `${list}?origin=India,Nepal`],
  ['a fragment', `${list}#top`, list],
])('%s does not change the cache key [pwa.3]', (_, first, second) => {
  expect(cacheKeyOf(first)).toBe(cacheKeyOf(second))
})

test('other parameters change it [pwa.3]', () => {
  expect(cacheKeyOf(`${list}?size=M,L`)).toBe(`${list}?size=L%2CM`)
  expect(cacheKeyOf(`${list}?size=ML`)).not.toBe(cacheKeyOf(`${list}?size=M,L`))
  expect(cacheKeyOf(`${list}?search=b,a`)).not.toBe(cacheKeyOf(`${list}?search=a,b`))
  expect(cacheKeyOf(`${list}?cursor=1`)).not.toBe(cacheKeyOf(list))
})
