import { describe, expect } from 'vitest'

import type { ProductListResponse } from '#contract/catalogue/listing.ts'
import type { App } from '#server/app/api/createApp.ts'
import { subcategories } from '#server/database/schema/catalogue.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

type List = ProductListResponse['result']
type Ask = (search: string, more?: string) => Promise<List>

/** Searches the store of the test. */
const searching =
  (api: App): Ask =>
  async (search, more = '') => {
    const path = `/api/products/list?search=${encodeURIComponent(search)}${more}`
    return ((await (await api.request(path)).json()) as ProductListResponse).result
  }

/** A test in an empty store, and one in the demo store. */
const test = apiTest.extend<{ found: Ask }>({
  found: async ({ api }, use) => use(searching(api)),
})
const inDemoStore = demoTest.extend<{ found: Ask }>({
  found: async ({ api }, use) => use(searching(api)),
})

const idsOf = ({ data }: List) => data.map(({ _id }) => _id)

describe('what shoppers type', () => {
  inDemoStore.for([
    {
      name: 'a gender filters by gender',
      lists: [
        ['mens kurta', 'kurta', '&gender=men'],
        ["men's kurta", 'kurta', '&gender=men'],
        ['kurta men', 'kurta', '&gender=men'],
        ['kurta for men', 'kurta', '&gender=men'],
        ['women jeans', 'jeans', '&gender=women'],
        ['ladies kurti', 'kurti', '&gender=women'],
      ],
    },
    {
      name: 'a limit filters by price',
      lists: [
        ['shirt under 1000', 'shirt', '&priceMax=1000'],
        ['saree below ₹2,999', 'saree', '&priceMax=2999'],
        ['mens shirt under rs. 1500', 'shirt', '&gender=men&priceMax=1500'],
      ],
    },
    {
      name: 'a discount filters by discount',
      lists: [
        ['50% off kurta', 'kurta', '&discount=50'],
        ['kurti sale', 'kurti', '&discount=1'],
      ],
    },
    {
      name: 'the word "colour" after a colour is ignored',
      lists: [['wine colour dress', 'wine dress', '']],
    },
    {
      name: 'words without matches are left out',
      lists: [
        ['saree for wedding', 'saree', ''],
        ['mens saree', 'saree', ''],
        ['qqqqqq red saree', 'red saree', ''],
        ['saree under 10', 'saree', ''],
        ['cotton saree for the wedding', 'cotton saree', ''],
        ['short kurti', 'kurti', ''],
        ['plus kurti', 'kurti', ''],
        ['sleeveless kurti', 'kurti', ''],
      ],
    },
    {
      name: 'a T-shirt is found in any spelling',
      lists: [
        ['white t-shirt', 'white tshirt', ''],
        ['white t shirt', 'white tshirt', ''],
      ],
    },
    {
      name: 'an Indian name finds the same as an English one',
      lists: [
        ['chappal', 'slippers', ''],
        ['joote', 'shoes', ''],
        ['black jooti', 'black jutti', ''],
        ['साड़ी', 'saree', ''],
        ['कुर्ता for men', 'kurta', '&gender=men'],
      ],
    },
  ])('$name [search.1]', async ({ lists }, { found }) => {
    for (const [typed = '', words = '', narrowed] of lists) {
      const list = await found(typed)
      const expected = await found(words, narrowed)

      expect(list.total, typed).toBeGreaterThan(0)
      expect(list.total, typed).toBe(expected.total)
      expect(idsOf(list), typed).toEqual(idsOf(expected))
    }
  })

  inDemoStore(
    'a gender alone lists all its clothes, page after page [search.1] [list.4]',
    async ({ found, api }) => {
      for (const gender of ['men', 'women']) {
        const path = `/api/products/list?gender=${gender}&sortBy=recommended&limit=60`
        const all = ((await (await api.request(path)).json()) as ProductListResponse).result
        const first = await found(gender, '&limit=60')
        const next = await found(gender, `&limit=60&cursor=${first.nextCursor}`)

        expect(first.total).toBe(all.total)
        expect(idsOf(first)).toEqual(idsOf(all))
        expect(next.data).toHaveLength(60)
        expect(idsOf(first)).not.toEqual(expect.arrayContaining([idsOf(next)[0]]))
      }
    },
  )

  inDemoStore(
    'a search for shirts shows no T-shirts, and a search without matches shows nothing [search.1]',
    async ({ found }) => {
      const names = (await found('white shirt', '&inStock=true')).data.map(({ name }) => name)
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !/(?<!T-)\bshirt/.test(name))).toEqual([])
      expect((await found('charpoi')).total).toBe(0)
    },
  )

  test('T-shirts are found by their name alone [search.1]', async ({ db, found }) => {
    await onSale(db, { name: 'Lungra shirt' })
    const id = await onSale(db, { name: 'Lungra T-Shirt' })

    for (const typed of ['lungra t-shirt', 'lungra t shirts', 'Lungra Tshirt']) {
      expect(idsOf(await found(typed)), typed).toEqual([id])
    }
  })
})

describe('a search in a small store', () => {
  test('ranks exact names first, and shows only the named kind [search.1]', async ({
    db,
    found,
  }) => {
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 10, day)) })
    const printed = { id: 'printed', name: 'Printed', slug: 'printed', categoryId: 'kurtas' }
    const kurta = await onSale(db, { name: 'Lungra kurta', ...at(1) })
    await db.insert(subcategories).values(printed)
    const tunic = await onSale(db, { name: 'Tunic', subcategoryIds: ['printed'], ...at(2) })
    const newest = await onSale(db, { name: 'Angrakha', ...at(3) })
    const soldOut = await onSale(db, { name: 'Lungra kurta', stock: { M: 0 }, ...at(4) })

    expect(idsOf(await found('kurta'))).toEqual([kurta, newest, tunic, soldOut])
    expect(idsOf(await found('printed kurtas'))).toEqual([tunic])
    expect(idsOf(await found('kurta', '&subcategory=printed'))).toEqual([tunic])
  })

  test('finds a size by its number, letters or other name [search.1]', async ({ db, found }) => {
    const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', 'XXXL', 'UK 8', '28', '128', 'Free size']
    const sizeOf = new Map<string, string>()
    for (const size of sizes) sizeOf.set(await onSale(db, { stock: { [size]: 1 } }), size)
    const sizesFor = async (typed: string) =>
      idsOf(await found(`kurta ${typed}`)).map((id) => sizeOf.get(id))

    for (const [typed, size] of [
      ['size 36', 'XS'],
      ['size 38', 'S'],
      ['40 size', 'M'],
      ['size 42', 'L'],
      ['size 44', 'XL'],
      ['xxl', '2XL'],
      ['3xl', 'XXXL'],
      ['uk 8', 'UK 8'],
      ['size 8', 'UK 8'],
      ['28 waist', '28'],
      ['size free', 'Free size'],
    ] as const) {
      expect(await sizesFor(typed), typed).toEqual([size])
    }
  })

  test('returns the filters it parsed, and how to search without each of them [search.1]', async ({
    db,
    found,
  }) => {
    const forAll = { colour: 'Maroon', genderIds: ['men', 'women'], stock: { M: 1 } }
    const linen = { details: [{ name: 'Fabric', value: 'Linen' }], searchWords: 'office' }
    const id = await onSale(db, { ...forAll, ...linen, pricePaise: 1200_00 })
    const search = 'Maroon linen office kurta for women size M between 1000 and 1500'

    const list = await found(search)

    expect(idsOf(list)).toEqual([id])
    const without = (words: string) => search.replace(words, '').trim().replaceAll(/ +/g, ' ')
    expect(list.understood).toEqual([
      { kind: 'category', label: 'Kurtas', without: without('kurta') },
      { kind: 'gender', label: 'Women', without: without('women') },
      { kind: 'colour', label: 'Red', without: without('Maroon') },
      { kind: 'fabric', label: 'Linen', without: without('linen') },
      { kind: 'occasion', label: 'Work', without: without('office') },
      { kind: 'size', label: 'Size M', without: without('size M') },
      {
        kind: 'price',
        label: '₹1,000 to ₹1,500',
        without: without('between 1000 and 1500'),
      },
    ])
    const labelFor = async (price: string) => (await found(price)).understood?.[0]?.label
    expect(await labelFor('kurta above 1000')).toBe('Kurtas')
    expect(await labelFor('above 1000')).toBe('Above ₹1,000')
    expect(await labelFor('under 1500')).toBe('Under ₹1,500')
  })

  test('combines its colours into one filter [search.1]', async ({ db, found }) => {
    const navy = await onSale(db, { colour: 'Navy Blue' })
    await onSale(db, { colour: 'Sky blue' })
    const red = await onSale(db, { colour: 'Maroon' })

    const list = await found('navy kurta blue')
    expect(idsOf(list)).toEqual([navy])
    expect(list.understood).toEqual([
      { kind: 'category', label: 'Kurtas', without: 'navy blue' },
      { kind: 'colour', label: 'Navy', without: 'kurta' },
    ])
    const inHindi = await found('laal peela')
    expect(idsOf(inHindi)).toEqual([red])
    expect(inHindi.understood).toEqual([{ kind: 'colour', label: 'Red', without: '' }])
  })

  test('ranks the singular or plural above words with the same prefix [search.1]', async ({
    db,
    found,
  }) => {
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 10, day)) })
    const singular = await onSale(db, { name: 'Phenta', ...at(1) })
    const prefixOnly = await onSale(db, { name: 'Phentawork', ...at(2) })
    const plural = await onSale(db, { name: 'Lungras', ...at(3) })
    const other = await onSale(db, { name: 'Lungrawork', ...at(4) })

    expect(idsOf(await found('phentas'))).toEqual([singular, prefixOnly])
    expect(idsOf(await found('phenta'))).toEqual([prefixOnly, singular])
    expect(idsOf(await found('lungras'))).toEqual([plural])
    expect(idsOf(await found('lungraworks'))).toEqual([other])
  })

  test('is not narrowed by both genders together, or by stop words [search.1]', async ({
    db,
    found,
  }) => {
    const his = await onSale(db, { genderIds: ['men'] })
    const hers = await onSale(db, { genderIds: ['women'], pricePaise: 499_00 })

    expect(idsOf(await found('kurta for men and women')).sort()).toEqual([his, hers].sort())
    const cheap = await found('best clothes under 500')
    expect(idsOf(cheap)).toEqual([hers])
    expect(cheap).not.toHaveProperty('leftOut')
  })

  test('finds a misspelt category, brand, colour or gender [search.1]', async ({ db, found }) => {
    const brand = { id: 'zardozi', name: 'Zardozi' }
    const id = await onSale(db, {
      name: 'Blue kurta for women',
      searchWords: 'zardozi burgundy',
      colour: 'Burgundy',
      genderIds: ['women'],
      brand,
    })
    await onSale(db, { name: 'Tunic', genderIds: ['men'], colour: 'Green' })

    const labelsOf = async (typed: string) => {
      const list = await found(typed)
      expect(idsOf(list), typed).toEqual([id])
      return list.understood?.map(({ kind, label }) => `${kind} ${label}`)
    }
    expect(await labelsOf('zradozi')).toEqual(['brand Zardozi'])
    expect(await labelsOf('burgundi')).toEqual(['colour Red'])
    expect(await labelsOf('wmoen krta')).toEqual(['category Kurtas', 'gender Women'])
  })
})

describe('a search that no product matches completely', () => {
  test('leaves out the least specific words, and keeps those that occur in names [search.1]', async ({
    db,
    found,
  }) => {
    await onSale(db, { name: 'Zardozi tunic', searchWords: 'maroon' })
    const saree = await onSale(db, {
      name: 'Lungra saree',
      searchWords: 'ivory',
      genderIds: ['women'],
    })

    expect(idsOf(await found('maroon lungra'))).toEqual([saree])
    const list = await found('lungra maroon xqzjvw mens under 50')
    expect(idsOf(list)).toEqual([saree])
    expect(list.leftOut).toEqual(['maroon', 'xqzjvw', 'mens', 'under 50'])
    expect(await found('lungra saree')).not.toHaveProperty('leftOut')
  })

  test('has pages and a total that agree, in each order [list.3] [list.4] [search.1]', async ({
    db,
    found,
  }) => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      ids.push(await onSale(db, { name: 'Lungra angrakha', pricePaise: 500_00 + at }))
    }
    for (const order of ['', '&sortBy=discountedPrice&sortOrder=desc']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const more: string = cursor && `&cursor=${cursor}`
        const list = await found('lungra xqzjvw', `&limit=2${order}${more}`)
        expect(list.total).toBe(5)
        seen.push(...idsOf(list))
        cursor = list.nextCursor
      }
      expect(seen).toEqual(order ? ids.reverse() : [...ids].sort().reverse())
    }
  })

  test('is parsed the same under any filter [list.2] [search.1]', async ({ db, found }) => {
    const near = { id: 'near', name: 'Near' }
    const far = { id: 'far', name: 'Far' }
    const both = await onSale(db, { name: 'Phenta maroon saree', brand: near })
    await onSale(db, { name: 'Phenta saree', brand: far })

    expect(idsOf(await found('maroon phenta xqzjvw'))).toEqual([both])
    expect(await found('maroon phenta xqzjvw', '&brand=far')).toMatchObject({ data: [], total: 0 })
    expect(await found('maroon phenta', '&brand=far')).toMatchObject({ data: [], total: 0 })
    expect(await found('maroon phenta', '&priceMax=1')).toMatchObject({ data: [], total: 0 })
  })

  test.for(['xqzjvw', 'the', '!?', 'xqzjvw wjqzx'])(
    'is empty if no word of "%s" is known [search.1]',
    async (search, { db, found }) => {
      await onSale(db)

      expect(await found(search)).toEqual({ data: [], total: 0, nextCursor: null })
    },
  )
})

describe('a product code', () => {
  test.for(['AMO-1042', 'amo1042', 'Amo 1042', 'AMO\u20111042', 'AM\u200bO-1042', 'ＡＭＯ-१०४२'])(
    'as %s finds its product first [search.1]',
    async (search, { db, found }) => {
      const id = await onSale(db, { code: 'AMO-1042', name: 'Plain shirt', stock: { M: 0 } })
      await onSale(db, { code: 'AMO-104', name: 'AMO shirt' })
      await onSale(db, { code: 'XY-2', name: 'Amo 1042 look-alike' })

      expect(idsOf(await found(search))[0]).toBe(id)
      expect((await found(search)).leftOut).toBeUndefined()
    },
  )

  test('that is a word as well is followed by what the word finds [search.1]', async ({
    db,
    found,
  }) => {
    const kurta = await onSale(db, { name: 'Indigo kurta' })
    const coded = await onSale(db, { code: 'INDIGO', name: 'Plain shirt' })

    expect(idsOf(await found('indigo'))).toEqual([coded, kurta])
    expect((await found('indigo')).total).toBe(2)
  })
})

describe('a search with characters that cannot be seen', () => {
  test.for([
    '\u200bblue kurta',
    'bl\u00adue kur\u200bta',
    '\u202eblue\u202c kurta\u2069',
    'blue\u00a0\ufeff kurta\u200e',
  ])('finds the same as without them: %j [search.1]', async (search, { db, found }) => {
    await onSale(db, { name: 'Blue kurta' })
    await onSale(db, { name: 'Blue skirt' })

    expect(await found(search)).toEqual(await found('blue kurta'))
  })

  test('only finds nothing [search.1]', async ({ db, found }) => {
    await onSale(db)

    expect(idsOf(await found('\u200b\u2060'))).toEqual([])
  })
})
