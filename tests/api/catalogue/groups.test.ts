import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { brands, categories, products } from '#server/database/schema/catalogue.ts'
import { homeOffers } from '#server/database/schema/storefront.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  changeGroup,
  listGroups,
  mergeGroups,
  orderGroups,
} from '#server/features/catalogue/groups/groups.ts'
import type { OtherSpelling } from '#server/features/catalogue/import/spellings.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { readProduct } from '#server/features/catalogue/products/product.ts'
import {
  deleteProduct,
  showProduct,
  withdrawProduct,
} from '#server/features/catalogue/products/withdraw.ts'
import {
  listSizeCharts,
  removeSizeChart,
  setSizeChart,
} from '#server/features/catalogue/sizeCharts.ts'
import { readSizeCharts } from '#server/features/catalogue/storefront.ts'
import { removeUnusedPhotos } from '#server/jobs/photoCleanup.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { test as checkoutTest } from '#tests/support/api/tests/checkoutTest.ts'
import { importRows, kurta } from '#tests/support/api/importRows.ts'
import * as given from '#tests/support/shopper/givens.ts'

const row = (changes: Record<string, string>) => ({ ...kurta, ...changes })
const productWith = async (db: Database, code: string) => {
  const [product] = await db.select().from(products).where(eq(products.code, code))
  return product
}
const found = async (db: Database, search: string) =>
  (await listProducts(db, { search })).data.map(({ productId }) => productId)

describe('a group that is renamed [ops.1]', () => {
  test('is shown and found by its new name, and an import finds it by both', async ({ db }) => {
    await importRows(db, [row({ brand: 'Asha', words: 'ajrakh' })])
    await changeGroup(db, { kind: 'brand', id: 'asha' }, { name: 'Meera Studio' })

    const again = await importRows(db, [row({ brand: 'Meera Studio', code: 'AT-2' })])
    await importRows(db, [row({ brand: 'Asha', code: 'AT-3' })])

    expect(again.report).toMatchObject({ added: 1 })
    expect((await db.select().from(brands)).map(({ id, name }) => [id, name])).toEqual([
      ['asha', 'Meera Studio'],
    ])
    expect((await found(db, 'meera')).sort()).toEqual(['AT-1', 'AT-2', 'AT-3'])
    expect(await found(db, 'ajrakh')).toContain('AT-1')
    expect((await productWith(db, 'AT-1'))?.searchWords).toBe('Meera Studio Kurtas\najrakh')
  })

  test('is found by its new name as a subcategory whose old name has several words', async ({
    db,
  }) => {
    const id = 'women-kurtas-a-line'
    await importRows(db, [row({ subcategory: 'A-line' })])
    await changeGroup(db, { kind: 'subcategory', id }, { name: 'Flared' })

    await importRows(db, [row({ subcategory: 'Flared', code: 'AT-2' })])

    expect(await listGroups(db, 'subcategory')).toMatchObject([{ id, name: 'Flared', products: 2 }])
  })

  test('cannot take the name of another one', async ({ db }) => {
    await importRows(db, [row({}), row({ brand: 'Meera', code: 'AT-2' })])

    const renaming = changeGroup(db, { kind: 'brand', id: 'asha' }, { name: 'meera' })

    await expect(renaming).rejects.toThrow('The brand meera is called meera; merge them instead')
  })
})

describe('groups that are merged [ops.1]', () => {
  test('are one brand for products, searches and the next import', async ({ db }) => {
    await importRows(db, [row({}), row({ brand: 'Asha Textiles', code: 'AT-2', gender: 'Men' })])
    await mergeGroups(db, { kind: 'brand', from: 'asha-textiles', into: 'asha' })

    await importRows(db, [row({ brand: 'Asha Textiles', code: 'AT-3' })])

    expect(await listGroups(db, 'brand')).toMatchObject([
      { id: 'asha', name: 'Asha', aliases: ['asha-textiles'], products: 3 },
    ])
    const [brand] = await db.select().from(brands)
    expect(brand?.genderIds).toEqual(['women', 'men'])
    expect(await found(db, 'textiles')).toEqual([])
    expect((await found(db, 'asha')).sort()).toEqual(['AT-1', 'AT-2', 'AT-3'])
  })

  test('are one category, whose subcategories of the same name are one too', async ({ db }) => {
    const kinds = [
      { category: 'Kurtas', subcategory: 'Straight' },
      { category: 'Kurtis', subcategory: 'Straight' },
      { category: 'Kurtis', subcategory: 'A-line' },
    ]
    await importRows(
      db,
      kinds.map((kind, nth) => row({ ...kind, code: `K-${nth}` })),
    )
    await mergeGroups(db, { kind: 'category', from: 'women-kurtis', into: 'women-kurtas' })

    await importRows(db, [row({ ...kinds[2], code: 'K-9' })])

    expect(await listGroups(db, 'category')).toMatchObject([{ id: 'women-kurtas', products: 4 }])
    expect(await listGroups(db, 'subcategory')).toMatchObject([
      { id: 'women-kurtas-straight', products: 2 },
      { id: 'women-kurtis-a-line', products: 2 },
    ])
  })

  test('keep one size chart for the same products, that of the one that stays', async ({ db }) => {
    const categoryId = 'women-kurtas'
    await importRows(db, [kurta, row({ brand: 'Asha Textiles', code: 'AT-2' })])
    await setSizeChart(db, { categoryId, brandId: 'asha-textiles' }, ['/theirs.webp'])
    await setSizeChart(db, { categoryId, brandId: 'asha' }, ['/ours.webp'])

    await mergeGroups(db, { kind: 'brand', from: 'asha-textiles', into: 'asha' })

    expect(await listSizeCharts(db)).toMatchObject([{ brandId: 'asha', images: ['/ours.webp'] }])
  })

  test('are one target for the links of the home page [home.2]', async ({ db }) => {
    await importRows(db, [kurta, row({ brand: 'Asha Textiles', code: 'AT-2' })])
    const offer = { name: 'Asha', photo: '/images/offer.svg' }
    await db.insert(homeOffers).values([
      { ...offer, id: 'a', link: '/collections?brands=asha-textiles,bela&sort=newest' },
      { ...offer, id: 'b', link: '/products/asha-textiles' },
    ])

    await mergeGroups(db, { kind: 'brand', from: 'asha-textiles', into: 'asha' })

    const links = (await db.select().from(homeOffers).orderBy(homeOffers.id)).map(
      ({ link }) => link,
    )
    expect(links).toEqual([
      '/collections?brands=asha%2Cbela&sort=newest',
      '/products/asha-textiles',
    ])
  })

  test('are subcategories of the same category', async ({ db }) => {
    const kinds = [
      { category: 'Kurtas', subcategory: 'Straight' },
      { category: 'Sarees', subcategory: 'Silk' },
    ]
    await importRows(
      db,
      kinds.map((kind, nth) => row({ ...kind, code: `K-${nth}` })),
    )
    const ids = { from: 'women-sarees-silk', into: 'women-kurtas-straight' }

    await expect(mergeGroups(db, { kind: 'subcategory', ...ids })).rejects.toThrow(
      'belong to different categories',
    )
  })

  test('of one kind only, and not with themselves', async ({ db }) => {
    await importRows(db, [kurta])

    await expect(mergeGroups(db, { kind: 'brand', from: 'asha', into: 'asha' })).rejects.toThrow(
      'itself',
    )
    await expect(mergeGroups(db, { kind: 'brand', from: 'asha', into: 'nobody' })).rejects.toThrow(
      'No brand has the id nobody',
    )
  })
})

test('brands are shown in the order that was set, the others after them [ops.1]', async ({
  db,
}) => {
  const names = ['Asha', 'Bela', 'Chitra']
  await importRows(
    db,
    names.map((brand) => row({ brand, code: brand })),
  )

  await orderGroups(db, 'brand', ['chitra'])

  expect((await listGroups(db, 'brand')).map(({ id }) => id)).toEqual(['chitra', 'asha', 'bela'])
  await expect(orderGroups(db, 'brand', ['none'])).rejects.toThrow('No brand has the id none')
})

describe('an import [ops.1]', () => {
  test('reports names that the store has in another spelling, once each', async ({ db }) => {
    await importRows(db, [kurta])
    const spellings: OtherSpelling[] = []

    await importRows(
      db,
      [
        row({ brand: 'ASHA', code: 'AT-2' }),
        row({ brand: 'ASHA', code: 'AT-3' }),
        row({ category: 'kurtas', code: 'AT-4' }),
        row({ brand: 'A & B', code: 'AT-5' }),
        row({ brand: 'A-B', code: 'AT-6' }),
      ],
      { onOtherSpelling: (spelling) => spellings.push(spelling) },
    )

    expect(spellings).toEqual([
      { line: 2, kind: 'brand', written: 'ASHA', known: 'Asha' },
      { line: 4, kind: 'category', written: 'kurtas', known: 'Kurtas' },
      { line: 6, kind: 'brand', written: 'A-B', known: 'A & B' },
    ])
  })

  test('keeps the allowed elements of a description, and nothing of others', async ({ db }) => {
    const html =
      '<div class="x"><p>Soft &amp; light</p><script>alert(1)</script><ul><li>Cotton</li></ul></div>'
    await importRows(db, [
      row({ description: html }),
      row({ code: 'AT-2', description: 'a < b & c' }),
    ])

    expect((await productWith(db, 'AT-1'))?.description).toBe(
      '<p>Soft &amp; light</p><ul><li>Cotton</li></ul>',
    )
    expect((await productWith(db, 'AT-2'))?.description).toBe('a < b & c')
  })

  test('gives names without a capital letter one, if it is asked to', async ({ db }) => {
    const small = { name: 'silk saree', brand: 'anita’s looms', colour: 'deep red' }
    await importRows(
      db,
      [row({ ...small, code: 'AT-1' }), row({ name: 'iPhone pocket kurta', code: 'AT-2' })],
      {
        hasCapitals: true,
      },
    )

    expect(await productWith(db, 'AT-1')).toMatchObject({ name: 'Silk saree', colour: 'Deep red' })
    expect(await productWith(db, 'AT-2')).toMatchObject({ name: 'iPhone pocket kurta' })
    expect((await db.select().from(brands)).map(({ name }) => name).sort()).toEqual([
      'Anita’s Looms',
      'Asha',
    ])
  })

  test('connects the colours of a style', async ({ db }) => {
    await importRows(db, [
      row({ code: 'AT-1', colour: 'Indigo', style: 'S1' }),
      row({ code: 'AT-2', colour: 'Rust', style: 'S1' }),
      row({ code: 'AT-3', colour: 'Rust', style: 'S1', brand: 'Other' }),
      row({ code: 'AT-4', colour: 'White' }),
    ])
    const coloursOf = async (code: string) =>
      (await readProduct(db, (await productWith(db, code))?.id ?? '')).colours?.map(
        ({ colour }) => colour,
      )

    expect((await coloursOf('AT-1'))?.sort()).toEqual(['Indigo', 'Rust'])
    expect(await coloursOf('AT-3')).toBeUndefined()
    expect(await coloursOf('AT-4')).toBeUndefined()
  })
})

describe('a withdrawn product [ops.1]', () => {
  test('is gone until staff show it again, whatever is imported', async ({ db }) => {
    await importRows(db, [kurta])
    const { id = '' } = (await productWith(db, 'AT-1')) ?? {}
    await withdrawProduct(db, 'AT-1')

    await importRows(db, [row({ price: '699' })])
    expect(await productWith(db, 'AT-1')).toMatchObject({ isPublished: false, pricePaise: 699_00 })
    await expect(readProduct(db, id)).rejects.toThrow()
    expect((await importRows(db, [row({ price: '699' })])).report).toMatchObject({ unchanged: 1 })
    await showProduct(db, 'AT-1')

    expect((await readProduct(db, id)).discountedPrice).toBe(699)
  })

  test('cannot be shown while it lacks a declaration', async ({ db }) => {
    await importRows(db, [row({ maker: '-' })])

    await expect(showProduct(db, 'AT-1')).rejects.toThrow('AT-1 is a draft: it lacks maker')
  })

  checkoutTest('is deleted only if it was never ordered', async ({ db, me, kurta: id, place }) => {
    await importRows(db, [row({ stock: '' })])
    await given.addToCart(db, me.userId, { productId: id })
    expect((await place()).status).toBe(200)
    const ordered = await db.select().from(products).where(eq(products.id, id))

    await deleteProduct(db, 'AT-1')

    expect(await productWith(db, 'AT-1')).toBeUndefined()
    await expect(deleteProduct(db, ordered[0]?.code ?? '')).rejects.toThrow('withdraw it instead')
    await expect(deleteProduct(db, 'AT-1')).rejects.toThrow('No product has the code AT-1')
  })
})

test('a size chart is set and removed for a category, or for a brand in it [product.5]', async ({
  db,
}) => {
  await importRows(db, [kurta])
  const categoryId = 'women-kurtas'
  const chartFor = async (brandId: string) =>
    (await readSizeCharts(db, { brandId, categoryId, subcategoryId: '' }))[0]?.sizeChartImages

  await setSizeChart(db, { categoryId }, ['/a.webp'])
  await setSizeChart(db, { categoryId, brandId: 'asha' }, ['/b.webp'])
  await setSizeChart(db, { categoryId }, ['/c.webp', '/d.webp'])

  expect(await chartFor('asha')).toEqual(['/b.webp'])
  expect(await chartFor('other')).toEqual(['/c.webp', '/d.webp'])
  await removeSizeChart(db, { categoryId, brandId: 'asha' })
  expect(await chartFor('asha')).toEqual(['/c.webp', '/d.webp'])
  await expect(setSizeChart(db, { categoryId: 'none' }, [])).rejects.toThrow(
    'No category has the id none',
  )
})

test('photos that nothing shows any more are removed from the disk after a week [ops.1]', async ({
  db,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-photos-'))
  const [shown, ofCategory, old, fresh] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(20))
  for (const name of [shown, ofCategory, old, fresh]) {
    mkdirSync(join(folder, name ?? ''))
    writeFileSync(join(folder, name ?? '', '360.webp'), '')
    const at = new Date(Date.now() - (name === fresh ? 6 : 8) * dayMs)
    utimesSync(join(folder, name ?? ''), at, at)
  }
  mkdirSync(join(folder, 'other'))
  await importRows(db, [kurta])
  expect(await removeUnusedPhotos(db, folder)).toBe(0)
  const photos = [`/photos/kept/${shown}/720.webp`]
  await db.update(products).set({ photos })
  await db.update(categories).set({ photo: `/photos/kept/${ofCategory}/720.webp` })

  expect(await removeUnusedPhotos(db, folder)).toBe(1)

  const kept = [shown, ofCategory, fresh, 'other', old].map((name) =>
    existsSync(join(folder, name ?? '')),
  )
  expect(kept).toEqual([true, true, true, true, false])
  await db.update(products).set({ photos: [] })
  expect(await removeUnusedPhotos(db, folder)).toBe(0)
  expect(await removeUnusedPhotos(db, join(folder, 'none'))).toBe(0)
})

test('the date of a product in the sitemap moves with its price, texts and stock [seo.1]', async ({
  db,
}) => {
  await importRows(db, [kurta])
  const moves = async (change: () => Promise<unknown>) => {
    const before = new Date(0)
    await db.update(products).set({ changedAt: before })
    await change()
    return (await productWith(db, 'AT-1'))?.changedAt.getTime() !== before.getTime()
  }
  const { id: productId = '' } = (await productWith(db, 'AT-1')) ?? {}

  expect(await moves(() => db.update(products).set({ pricePaise: 500_00 }))).toBe(true)
  expect(await moves(() => db.update(products).set({ description: 'New' }))).toBe(true)
  const sellOut = { productId, warehouseId: 'indore', stock: { S: 0 } }
  expect(await moves(() => given.stockUp(db, sellOut))).toBe(true)
  expect(await moves(() => db.update(products).set({ reviewCount: 4 }))).toBe(false)
})
