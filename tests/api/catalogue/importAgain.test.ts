import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { brands, categories, products, productSizes } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { importRows, kurta } from '#tests/support/api/importRows.ts'
import { test as orderTest } from '#tests/support/api/tests/orderTest.ts'

const complete = {
  ...kurta,
  ...{ subcategory: 'Straight', colour: 'Indigo', description: 'Soft and light', hsn: '6204' },
  ...{ fabric: 'Cotton', fit: 'Regular', care: 'Wash cold', gstPercent: '5', madeIn: 'Aug 2026' },
  ...{ origin: 'India', maker: 'Asha Textiles', makerAddress: 'Surat', netQuantity: '1 piece' },
  ...{ careContact: 'care@asha.example', words: 'ajrakh print' },
}
const noDefaults = { defaults: {} }

const readProduct = async (db: Database, code = kurta.code) => {
  const [row] = await db.select().from(products).where(eq(products.code, code))
  return row
}

describe('a file with some of the columns [ops.1]', () => {
  test('leaves every field that it does not name', async ({ db }) => {
    await importRows(db, [complete], noDefaults)
    const before = await readProduct(db)
    const { code, name, brand, category, gender, price, sizes } = complete

    const { report } = await importRows(
      db,
      [{ code, name, brand, category, gender, price, sizes }],
      noDefaults,
    )

    expect(report).toMatchObject({ unchanged: 1, drafts: 0 })
    expect(await readProduct(db)).toEqual(before)
    expect(before).toMatchObject({ isPublished: true, mrpPaise: 1599_00, colour: 'Indigo' })
  })

  test('changes the field that it names, and nothing else', async ({ db }) => {
    await importRows(db, [complete], noDefaults)
    const before = await readProduct(db)

    const { changes } = await importRows(db, [{ code: 'AT-1', price: '699' }], noDefaults)

    expect(changes).toMatchObject([
      { kind: 'changed', fields: [{ field: 'price', before: '799.50', after: '699' }] },
    ])
    expect(await readProduct(db)).toEqual({ ...before, pricePaise: 699_00 })
  })

  test.for(Object.keys(complete).filter((field) => field !== 'code'))(
    'keeps %s if its cell is empty',
    async (field, { db }) => {
      await importRows(db, [complete], noDefaults)
      const before = await readProduct(db)

      const { report } = await importRows(db, [{ ...complete, [field]: ' ' }], noDefaults)

      expect(report).toMatchObject({ unchanged: 1, refused: 0 })
      expect(await readProduct(db)).toEqual(before)
    },
  )

  test('keeps what a default would say otherwise', async ({ db }) => {
    await importRows(db, [complete], noDefaults)

    await importRows(db, [{ code: 'AT-1' }], { defaults: { origin: 'Nepal', stock: '50' } })

    expect(await readProduct(db)).toMatchObject({
      origin: 'India',
      stock: { indore: { S: 2, L: 7 } },
    })
  })

  test.for([
    ['colour', { colour: '' }],
    ['mrp', { mrpPaise: 799_50 }],
    ['description', { description: '' }],
    ['subcategory', { subcategoryIds: [] }],
    ['gstPercent', { gstBasisPoints: null }],
    [
      'fabric',
      {
        details: [
          { name: 'Fit', value: 'Regular' },
          { name: 'Wash care', value: 'Wash cold' },
        ],
      },
    ],
    ['netQuantity', { netQuantity: '', isPublished: false }],
  ] as const)('empties %s by "-"', async ([field, emptied], { db }) => {
    await importRows(db, [complete], noDefaults)
    const before = await readProduct(db)

    await importRows(db, [{ code: 'AT-1', [field]: '-' }], noDefaults)

    expect(await readProduct(db)).toMatchObject({ pricePaise: before?.pricePaise, ...emptied })
  })

  test.for(['name', 'brand', 'category', 'gender', 'price', 'sizes', 'stock'])(
    'cannot empty %s',
    async (field, { db }) => {
      await importRows(db, [complete], noDefaults)

      const { refused } = await importRows(db, [{ code: 'AT-1', [field]: '-' }], noDefaults)

      expect(refused).toEqual([{ line: 2, reason: `${field} can’t be emptied` }])
    },
  )

  test('is not enough for a new product', async ({ db }) => {
    const { refused } = await importRows(db, [{ code: 'AT-9', price: '699' }])

    expect(refused).toEqual([{ line: 2, reason: 'name is empty' }])
  })
})

describe('a preview [ops.1]', () => {
  test('says what would be added, changed, withdrawn and rejected, and writes nothing', async ({
    db,
  }) => {
    const [second, third] = ['AT-2', 'AT-3'].map((code) => ({ ...complete, code }))
    await importRows(db, [complete, { ...complete, ...second }], noDefaults)
    const everything = () =>
      db.execute(sql`select p.*, s.position, l.* from products p
        join product_sizes s on s.product_id = p.id
        join stock_levels l on l.product_id = p.id and l.size = s.size
        order by p.id, s.position`)
    const before = await everything()
    const file = [
      { ...complete, price: '699', sizes: 'S|M', stock: 'S:1|M:4' },
      { ...complete, ...second, netQuantity: '-' },
      { ...complete, ...third },
      { ...complete, code: 'AT-4', price: '1600' },
    ]

    const preview = await importRows(db, file, { ...noDefaults, isPreview: true })

    expect(preview.report).toMatchObject({ added: 1, updated: 2, withdrawn: 1, refused: 1 })
    expect(preview.changes).toMatchObject([
      {
        kind: 'changed',
        fields: [
          { field: 'price', before: '799.50', after: '699' },
          { field: 'sizes', before: 'S|M|L', after: 'S|M' },
          { field: 'stock', before: 'S:2|M:0|L:7', after: 'S:1|M:4' },
        ],
      },
      { kind: 'withdrawn', fields: [{ field: 'netQuantity', before: '1 piece', after: '' }] },
      { kind: 'added', code: 'AT-3' },
    ])
    expect((await everything()).rows).toEqual(before.rows)

    const { report, changes, refused } = await importRows(db, file, noDefaults)
    expect({ report, changes, refused }).toEqual(preview)
    expect((await everything()).rows).not.toEqual(before.rows)
  })
})

describe('a row with the code of another product [ops.1]', () => {
  const other = { ...complete, name: 'Silk saree', brand: 'Meera', category: 'Sarees' }

  test('is rejected with the way to force it', async ({ db }) => {
    await importRows(db, [complete], noDefaults)
    const before = await readProduct(db)

    const { refused } = await importRows(db, [other], noDefaults)

    expect(refused).toEqual([
      {
        line: 2,
        reason:
          'code "AT-1" is Asha Indigo kurta (Kurtas) in the store; --force replaces it by Meera Silk saree (Sarees)',
      },
    ])
    expect(await readProduct(db)).toEqual(before)
  })

  test('replaces it if forced, and inherits nothing', async ({ db }) => {
    await importRows(db, [complete], noDefaults)
    const { colour: _colour, fabric: _fabric, words: _words, ...unsaid } = other

    await importRows(db, [unsaid], { ...noDefaults, isForced: true })

    expect(await readProduct(db)).toMatchObject({
      ...{ name: 'Silk saree', brandId: 'meera', categoryId: 'women-sarees', colour: '' },
      searchWords: 'Meera Sarees Straight',
    })
  })

  test.for([
    { name: 'Blue kurta', brand: 'Asha Textiles' },
    { name: 'Blue kurta', category: 'Tunics' },
    { name: 'INDIGO KURTA', brand: 'Meera', category: 'Tunics' },
  ])('is the same product if only %j changes', async (changed, { db }) => {
    await importRows(db, [complete], noDefaults)

    const { report } = await importRows(db, [{ ...complete, ...changed }], noDefaults)

    expect(report).toMatchObject({ updated: 1, refused: 0 })
  })
})

describe('brands and categories of a file [ops.1]', () => {
  const genderIdsOf = async (db: Database, id: string) =>
    (await db.select().from(brands).where(eq(brands.id, id)))[0]?.genderIds

  test('a brand belongs to every gender that it sells to', async ({ db }) => {
    const men = { ...kurta, gender: 'Men' }
    await importRows(db, [{ ...men, code: 'M-1' }])
    expect(await genderIdsOf(db, 'asha')).toEqual(['men'])

    await importRows(db, [kurta])
    expect(await genderIdsOf(db, 'asha')).toEqual(['women', 'men'])

    await importRows(db, [
      { ...men, code: 'M-2', brand: 'Meera' },
      { ...kurta, code: 'W-2', brand: 'Meera' },
      { ...kurta, code: 'U-1', brand: 'Ravi', gender: 'Unisex' },
    ])
    expect(await genderIdsOf(db, 'meera')).toEqual(['women', 'men'])
    expect(await genderIdsOf(db, 'ravi')).toEqual(['women', 'men'])
  })

  test.for([
    ['आशा', /^asha-[0-9a-f]{8}$/],
    ['ஆஷா', /^[a-z]+-[0-9a-f]{8}$/],
    ['李宁', /^[0-9a-f]{8}$/],
    ['Asha आशा', /^asha-asha-[0-9a-f]{8}$/],
  ] as const)(
    'a name in another script is kept as written: %s',
    async ([name, id], { db, api }) => {
      const hindi = { ...kurta, code: 'एटी-१', brand: name, category: name, subcategory: name }

      const { report } = await importRows(db, [kurta, hindi])

      expect(report).toMatchObject({ added: 2, refused: 0 })
      const [brand] = await db.select().from(brands).where(eq(brands.name, name))
      const [category] = await db.select().from(categories).where(eq(categories.name, name))
      expect(brand?.id).toMatch(id)
      expect(category?.id).toMatch(/^women-[a-z0-9-]+$/)
      const response = await api.request(
        `/api/products/list?brand=${brand?.id}&category=${category?.id}`,
      )
      expect(await response.json()).toMatchObject({
        result: { data: [{ productId: 'एटी-१', brand: { name }, subcategory: [{ name }] }] },
      })
    },
  )
})

describe('sizes of a file [ops.1]', () => {
  const sizesOf = async (db: Database) => (await readProduct(db))?.sizes
  const positionsOf = async (db: Database) =>
    (await db.select().from(productSizes)).map(({ position }) => position).sort()

  test.for([
    ['XL|S|XXS|5XL|M|XXL|3XL', ['XXS', 'S', 'M', 'XL', 'XXL', '3XL', '5XL']],
    ['2XL|XL|L/XL|S/M', ['S/M', 'L/XL', 'XL', '2XL']],
    ['40|9|28|32.5', ['9', '28', '32.5', '40']],
    ['UK 10|UK 8|UK 9.5', ['UK 8', 'UK 9.5', 'UK 10']],
    ['36C|34B|34A', ['34A', '34B', '36C']],
    ['UK 7|M|30', ['M', '30', 'UK 7']],
    ['Tall|Petite', ['Tall', 'Petite']],
  ] as const)('%s are in the order of their kind', async ([sizes, ordered], { db }) => {
    await importRows(db, [{ ...kurta, sizes, stock: '3' }])

    expect(await sizesOf(db)).toEqual(ordered)
  })

  test('stay in order and have positions of their own after another import', async ({ db }) => {
    await importRows(db, [{ ...kurta, sizes: 'M|L', stock: '3' }])

    for (const sizes of ['XL|M|L', 'S|XL|M|L', 'XXL|S|M|L|XL']) {
      const { stock: _stock, ...uncounted } = kurta
      await importRows(db, [{ ...uncounted, sizes }])
      expect(new Set(await positionsOf(db)).size).toBe(sizes.split('|').length)
    }

    expect(await sizesOf(db)).toEqual(['S', 'M', 'L', 'XL', 'XXL'])
  })

  test('in another spelling are the same', async ({ db }) => {
    await importRows(db, [{ ...kurta, sizes: 'UK 8|UK 9', stock: '3' }])

    const { report } = await importRows(db, [{ ...kurta, sizes: 'uk 8|UK9', stock: '3' }])

    expect(report).toMatchObject({ unchanged: 1 })
    expect(await sizesOf(db)).toEqual(['UK 8', 'UK 9'])
  })

  test.for([
    [
      { sizes: 'S,M,L', stock: '' },
      'sizes "S,M,L" must be separated by "|"; --separator sets another separator',
    ],
    [
      { sizes: 'S;M', stock: '' },
      'sizes "S;M" must be separated by "|"; --separator sets another separator',
    ],
    [
      { sizes: 'S/M/L', stock: '' },
      'sizes "S/M/L" must be separated by "|"; --separator sets another separator',
    ],
    [
      { sizes: '28 30 32', stock: '' },
      'sizes "28 30 32" must be separated by "|"; --separator sets another separator',
    ],
    [{ stock: 'S:2,M:3' }, 'stock "S:2,M:3" must be one number, or written as S:2'],
    [{ stock: 'S:2|S:9' }, 'stock names the size "S" twice'],
    [{ stock: 'S:2|s:9' }, 'stock names the size "S" twice'],
    [{ sizes: 'S|M|s', stock: '' }, 'sizes names the size "S" twice'],
    [{ sizes: 'UK 8|uk8', stock: '' }, 'sizes names the size "UK 8" twice'],
  ] as const)('are rejected as %j', async ([field, reason], { db }) => {
    const { refused } = await importRows(db, [{ ...kurta, ...field }])

    expect(refused).toEqual([{ line: 2, reason }])
  })

  orderTest(
    'that were dropped leave the page once no open order has them [stock.2]',
    async ({ db, kurta: id, orderId }) => {
      expect(orderId).not.toBe('')
      const [bought] = await db.select().from(products).where(eq(products.id, id))
      const { rows } = await db.execute<{ size: string }>(sql`select size from order_lines`)
      const ordered = rows[0]?.size ?? ''
      const others = (bought?.sizes ?? []).filter((size) => size !== ordered)
      const [kept = ''] = others
      const code = bought?.code ?? ''

      await importRows(db, [{ code, sizes: kept }])
      expect((await readProduct(db, code))?.sizes.toSorted()).toEqual([kept, ordered].toSorted())
      expect((await readProduct(db, code))?.sizesInStock).toEqual([kept])

      await db.execute(sql`update order_lines set status = 'Cancelled'`)
      await importRows(db, [{ code, sizes: kept }])
      expect((await readProduct(db, code))?.sizes).toEqual([kept])
    },
  )
})
