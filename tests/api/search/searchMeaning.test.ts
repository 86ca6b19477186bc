import { expect } from 'vitest'

import type { ProductListResponse } from '#contract/catalogue/listing.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

type List = ProductListResponse['result']

/** A test in the demo store: `found` searches it. */
const test = demoTest.extend<{ found: (search: string, more?: string) => Promise<List> }>({
  found: async ({ api }, use) =>
    use(async (search, more = '') => {
      const path = `/api/products/list?search=${encodeURIComponent(search)}${more}`
      return ((await (await api.request(path)).json()) as ProductListResponse).result
    }),
})

const idsOf = ({ data }: List) => data.map(({ _id }) => _id)

test('a kind of shoe that the store lacks finds similar kinds, even half typed [search.1]', async ({
  found,
}) => {
  for (const typed of ['chappal', 'chap', 'चप्पल']) {
    const { data, understood } = await found(typed, '&limit=60')

    expect(understood?.map(({ label }) => label)).toEqual(['Juttis and mojaris'])
    const kinds = data.map(({ category, subcategory }) => subcategory[0]?.name ?? category.name)
    expect(new Set(kinds)).toEqual(new Set(['Juttis', 'Plain mojaris', 'Printed mojaris']))
  }
})

test.for([
  // Spellings, genders in Hindi, and people to buy for.
  ['kurtee', ['Kurtis'], 'Kurtis'],
  ['kurtees', ['Kurtis'], 'Kurtis'],
  ['ladkiyon ke jute', ['Women'], 'Footwear'],
  ['ladkon ke kapde', ['Men'], undefined],
  ['gift for mom', ['Women'], undefined],
  ['rakhi gift for bhai', ['Men', 'Festive'], undefined],
  ['saree for her', ['Sarees', 'Women'], 'Sarees'],
  ['papa ke liye kurta', ['Kurtas', 'Men'], 'Kurtas'],
  // Prices by signs and as a budget.
  ['kurta <1500', ['Kurtas', 'Under ₹1,500'], 'Kurtas'],
  ['kurta<1500', ['Kurtas', 'Under ₹1,500'], 'Kurtas'],
  ['kurti ≥ 2k', ['Kurtis', 'Above ₹2,000'], 'Kurtis'],
  ['kurta rs 1500', ['Kurtas', 'Under ₹1,500'], 'Kurtas'],
  ['sasti kurti', ['Kurtis'], 'Kurtis'],
  // Kinds that the store lacks, and sets.
  ['palazzo', ['Trousers and salwar sets'], undefined],
  ['leggings', ['Trousers and salwar sets'], undefined],
  ['kurta pajama set', ['Kurtas'], 'Kurtas'],
] as const)('"%s" is understood as %s [search.1]', async ([typed, labels, category], { found }) => {
  const { data, understood, leftOut } = await found(typed, '&limit=60')

  expect(understood?.map(({ label }) => label)).toEqual(labels)
  expect(leftOut ?? []).toEqual([])
  expect(data.length).toBeGreaterThan(0)
  const categories = new Set(data.map((product) => product.category.name))
  if (category) expect([...categories]).toEqual([category])
})

test('black in Hindi is a colour [search.1]', async ({ db, found }) => {
  await onSale(db, { name: 'Linen kurta', colour: 'black' })
  for (const typed of ['kaala', 'kaali', 'काला']) {
    expect((await found(typed)).understood, typed).toEqual([
      { kind: 'colour', label: 'Black', without: '' },
    ])
  }
})

test('an exact name ranks above similar kinds', async ({ db, found }) => {
  const id = await onSale(db, { name: 'Leather chappals' })

  const [first] = idsOf(await found('chappal', '&limit=60'))

  expect(first).toBe(id)
})

test('a mehendi outfit is for the ceremony, in green first, and a mehendi kurta is green [search.1]', async ({
  found,
}) => {
  const outfit = await found('mehendi outfit', '&limit=60')
  expect(outfit.understood?.map(({ label }) => label)).toEqual(['Wedding'])
  expect(outfit.total).toBe((await found('wedding outfit')).total)
  expect(outfit.data.map(({ category }) => category.name)).not.toContain('Bags')
  expect(outfit.data.map(({ subcategory }) => subcategory[0]?.name)).not.toContain('Jeans')
  const green = await found('green', '&occasion=wedding&limit=60')
  expect(idsOf(green)).toContain(idsOf(outfit)[0])

  for (const typed of ['mehendi kurta', 'mehendi colour', 'mehendi green']) {
    const { understood = [] } = await found(typed)
    expect(
      understood.map(({ label }) => label),
      typed,
    ).toContain('Green')
  }
})

test('a partly typed Hindi name suggests the kinds it means [search.1]', async ({ api }) => {
  const response = await api.request('/api/products/elastic-search?search=chap')
  const { result } = (await response.json()) as {
    result: { data: unknown[]; terms: { text: string }[] }
  }

  expect(result.data).toHaveLength(4)
  expect(result.terms.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Mojaris', 'Juttis']),
  )
})

test('a single letter suggests four of the categories and brands that start with it [search.1]', async ({
  api,
}) => {
  const response = await api.request('/api/products/elastic-search?search=s')
  const { result } = (await response.json()) as { result: { terms: unknown[] } }

  expect(result.terms).toHaveLength(4)
})

test('new arrivals are the newest products [search.1]', async ({ found, api }) => {
  const all = await api.request('/api/products/list?isNew=true')
  const { result } = (await all.json()) as ProductListResponse
  for (const typed of ['new arrivals', 'new', 'latest collection']) {
    const { total, understood } = await found(typed)
    expect(understood, typed).toEqual([{ kind: 'new', label: 'New arrivals', without: '' }])
    expect(total, typed).toBe(result.total)
  }

  const kurtis = await found('new arrivals kurti')
  expect(kurtis.understood?.map(({ label }) => label)).toEqual(['Kurtis', 'New arrivals'])
  setClock(() => new Date(Date.now() + 60 * 86_400_000))
  expect((await found('new arrivals in the store')).total).toBeGreaterThan(0)
})
