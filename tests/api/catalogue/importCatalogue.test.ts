import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'

import { largestPhoto, placeholderPhoto, srcSetOf } from '#contract/catalogue/photos.ts'
import { productPhotoRoutes } from '#server/app/files/fileRoutes.ts'
import { FileRejectedError } from '#server/features/catalogue/import/importCatalogue.ts'
import { categories, products } from '#server/database/schema/catalogue.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { changeGroup } from '#server/features/catalogue/groups/groups.ts'
import { importPhoto } from '#server/features/catalogue/import/importPhoto.ts'
import { declared, importRows, kurta } from '#tests/support/api/importRows.ts'

type Photo = { photo: string }

describe('a catalogue from a file [ops.1]', () => {
  test('is on sale with its price, sizes and stock', async ({ db, api }) => {
    await importRows(db, [kurta])

    const response = await api.request('/api/products/list?category=women-kurtas')
    const { result } = (await response.json()) as { result: { data: object[] } }
    expect(result.data).toEqual([
      expect.objectContaining({
        name: 'Indigo kurta',
        mrp: 1599,
        discountedPrice: 799.5,
        size: ['S', 'M', 'L'],
        stock: { S: 2, M: 0, L: 7 },
      }),
    ])
  })

  test('is found in the collection menu, which begins with the genders [ops.1] [shell.8]', async ({
    db,
    api,
  }) => {
    await importRows(db, [kurta, { ...kurta, code: 'AT-2', gender: 'Unisex' }])

    const response = await api.request('/api/gender/list')
    const { result } = (await response.json()) as { result: { data: object[] } }

    expect(result.data).toMatchObject([
      { _id: 'women', name: 'WOMEN' },
      { _id: 'men', name: 'MEN' },
    ])
  })

  test('has its photos in every width, without metadata', async ({ db, api, onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'pehno-photos-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const photoFolders = { from: join(folder, 'from'), to: join(folder, 'to') }
    mkdirSync(photoFolders.from)
    await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#7a2e3b' } })
      .withExif({ IFD0: { Copyright: 'where it was taken' } })
      .jpeg()
      .toFile(join(photoFolders.from, 'front.jpg'))
    writeFileSync(join(photoFolders.from, 'words.jpg'), 'no picture')

    const { refused } = await importRows(
      db,
      [
        { ...kurta, photos: 'front.jpg' },
        { ...kurta, code: 'AT-2', photos: 'missing.jpg' },
        { ...kurta, code: 'AT-3', photos: 'words.jpg' },
        { ...kurta, code: 'AT-4', photos: '../from/../../passwords' },
      ],
      { photoPath: (name) => importPhoto(name, photoFolders) },
    )
    await importRows(db, [kurta])

    expect(refused.map(({ reason }) => reason)).toEqual([
      'photo "missing.jpg" does not exist',
      'photo "words.jpg" is not a readable image',
      'photo "../from/../../passwords" is outside the photo folder',
    ])
    const response = await api.request('/api/products/list?category=women-kurtas')
    const { result } = (await response.json()) as { result: { data: { photos: string[] }[] } }
    const [photo = ''] = result.data[0]?.photos ?? []
    expect(srcSetOf(photo)?.split(', ')).toHaveLength(5)
    const sent = await productPhotoRoutes(photoFolders.to).request(largestPhoto(photo))
    expect(sent.headers.get('Cache-Control')).toContain('immutable')
    const kept = await sharp(await sent.arrayBuffer()).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 1080, height: 1350 })
    expect(kept.exif).toBeUndefined()
    const gone = await productPhotoRoutes(photoFolders.to).request(photo.replace('720', '999'))
    expect(gone.status).toBe(404)
  })

  test('gives its photo to a category and subcategory without one, until the merchant sets another [shell.8]', async ({
    db,
    api,
  }) => {
    const photoPath = (name: string) => Promise.resolve(`/photos/${name}`)
    const row = { ...kurta, subcategory: 'Long kurtas' }
    const photoOf = async () => {
      const response = await api.request('/api/categories/list')
      const { result } = (await response.json()) as {
        result: { data: (Photo & { subcategories: Photo[] })[] }
      }
      const [category] = result.data
      return [category?.photo, category?.subcategories[0]?.photo]
    }

    await importRows(db, [row, { ...row, code: 'AT-2', photos: 'draft.jpg' }], {
      ...{ photoPath, defaults: {} },
    })
    expect(await photoOf()).toEqual([placeholderPhoto, placeholderPhoto])
    const front = { ...row, code: 'AT-3', photos: 'front.jpg' }
    await importRows(db, [row, front], { photoPath })
    expect(await photoOf()).toEqual(['/photos/front.jpg', '/photos/front.jpg'])
    await db.update(categories).set({ photo: '' })
    await importRows(db, [row, front], { photoPath })
    expect(await photoOf()).toEqual(['/photos/front.jpg', '/photos/front.jpg'])
    await changeGroup(db, { kind: 'category', id: 'women-kurtas' }, { photo: '/photos/chosen.jpg' })
    await importRows(db, [{ ...row, code: 'AT-4', photos: 'other.jpg' }], { photoPath })
    expect(await photoOf()).toEqual(['/photos/chosen.jpg', '/photos/front.jpg'])
  })

  test('reports each invalid row with line and reason, and imports the valid ones', async ({
    db,
  }) => {
    const { report, refused } = await importRows(db, [
      kurta,
      { ...kurta, code: 'AT-2', price: '1600' },
      { ...kurta, code: 'AT-3', gender: 'Boys' },
      { ...kurta, code: 'AT-4', name: '' },
      { ...kurta, code: 'AT-5', price: 'free' },
      { ...kurta, code: 'AT-1' },
      { ...kurta, code: 'AT-6', sizes: '', stock: '' },
      { ...kurta, code: 'AT-7', stock: 'S:some' },
    ])

    expect(report).toMatchObject({ read: 8, added: 1, refused: 7 })
    expect(refused).toEqual([
      { line: 3, reason: 'price 1600 is above the MRP 1,599' },
      { line: 4, reason: 'gender "Boys" must be Men, Women or Unisex' },
      { line: 5, reason: 'name is empty' },
      { line: 6, reason: 'price "free" is not a number' },
      { line: 7, reason: 'code "AT-1" is already used in line 2' },
      { line: 8, reason: 'sizes is empty' },
      { line: 9, reason: 'stock "some" is not a number' },
    ])
  })

  test.for([
    [{ stock: '3000000000', sizes: 'S' }, 'stock "3000000000" is too high'],
    [{ stock: '2|0|7' }, 'stock "2|0|7" must be one number, or written as S:2'],
    [{ stock: 'S:2:3' }, 'stock "S:2:3" must be one number, or written as S:2'],
    [{ stock: ':5' }, 'stock ":5" must be one number, or written as S:2'],
    [{ stock: 'S:1.5' }, 'stock "S:1.5" is not a whole number'],
    [{ price: '1299,50' }, 'price "1299,50" is not a number'],
    [{ price: '1.000,50' }, 'price "1.000,50" is not a number'],
    [{ price: '799.555' }, 'price "799.555" is not a number'],
    [{ price: '1e3' }, 'price "1e3" is not a number'],
    [{ price: '0x10' }, 'price "0x10" is not a number'],
    [{ gstPercent: '500' }, 'gstPercent "500" is above 100'],
    [{ code: 'x'.repeat(101) }, 'code is longer than 100 characters'],
    [{ description: 'x'.repeat(10_001) }, 'description is longer than 10000 characters'],
    [{ sizes: 'x'.repeat(41), stock: '' }, `size "${'x'.repeat(20)}…" is longer than 40`],
    [{ name: 'Caf\uFFFD kurta' }, 'name "Caf\uFFFD kurta" is not UTF-8 text'],
  ] as const)('rejects a row with %j, and imports the others', async ([field, reason], { db }) => {
    const { report, refused } = await importRows(db, [
      { ...kurta, ...field },
      { ...kurta, code: 'AT-2' },
    ])

    expect(refused).toEqual([{ line: 2, reason }])
    expect(report).toMatchObject({ added: 1, refused: 1 })
  })

  test.for([
    ['₹ 1,299', 1299],
    ['1,29,999.5', 129_999.5],
    ['1299', 1299],
    ['799.50', 799.5],
  ] as const)('accepts the price %s', async ([price, rupees], { db }) => {
    await importRows(db, [{ ...kurta, mrp: '200000', price }])

    expect(await db.select().from(products)).toMatchObject([{ pricePaise: rupees * 100 }])
  })

  test('is stored without invisible characters [safe.3]', async ({ db }) => {
    const hidden = {
      name: 'Indigo\u202E kur\u200Bta\u001B[31m',
      description: 'Soft\0\u2066 cotton',
    }
    await importRows(db, [{ ...kurta, ...hidden }])

    expect(await db.select().from(products)).toMatchObject([
      { name: 'Indigo kurta[31m', description: 'Soft cotton' },
    ])
  })

  test('keeps products separate whose codes differ only in case or punctuation', async ({ db }) => {
    const codes = ['AT-1', 'at 1', 'at/1']
    await importRows(db, [kurta, { ...kurta, code: 'at 1' }])
    await importRows(
      db,
      codes.toReversed().map((code) => ({ ...kurta, code, colour: 'Blue' })),
    )

    const stored = await db.select().from(products)
    expect(stored.map(({ code, colour }) => [code, colour]).toSorted()).toEqual(
      codes.map((code) => [code, 'Blue']),
    )
    expect(stored.find(({ code }) => code === 'AT-1')?.id).toBe('asha-indigo-kurta-at-1')
  })

  test('is rejected completely for one invalid row with --strict', async ({ db, api }) => {
    const all = [kurta, { ...kurta, code: 'AT-2', price: '' }]

    await expect(importRows(db, all, { isStrict: true })).rejects.toThrow(FileRejectedError)

    const response = await api.request('/api/products/list?category=women-kurtas')
    expect(await response.json()).toMatchObject({ result: { data: [] } })
  })

  test('imported again updates products and duplicates nothing', async ({ db, api }) => {
    await importRows(db, [kurta])
    const { stock: _uncounted, ...withoutStock } = kurta
    const { report } = await importRows(
      db,
      [{ ...withoutStock, name: 'Indigo kurta, washed', price: '699' }],
      { defaults: { ...declared, stock: '50' } },
    )

    expect(report).toMatchObject({ added: 0, updated: 1 })
    const response = await api.request('/api/products/list?category=women-kurtas')
    const { result } = (await response.json()) as { result: { data: object[] } }
    expect(result.data).toEqual([
      expect.objectContaining({
        name: 'Indigo kurta, washed',
        discountedPrice: 699,
        stock: { S: 2, M: 0, L: 7 },
      }),
    ])
  })

  test('records how it changes the stock of existing sizes [stock.2]', async ({ db }) => {
    await importRows(db, [kurta])
    const { rows: before } = await db.execute(sql`select 1 from stock_moves`)
    expect(before).toEqual([])

    await importRows(db, [{ ...kurta, sizes: 'S|M|XL', stock: 'S:5|M:0|XL:1' }])
    const { rows } = await db.execute(
      sql`select size, change, reason from stock_moves order by size`,
    )
    expect(rows).toEqual([
      { size: 'L', change: -7, reason: 'imported' },
      { size: 'S', change: 3, reason: 'imported' },
    ])
  })

  test('removes a size that the file no longer lists [stock.2]', async ({ db, api }) => {
    await importRows(db, [kurta])
    const { report } = await importRows(db, [{ ...kurta, sizes: 'S|M', stock: 'S:2|M:0' }])

    expect(report).toMatchObject({ added: 0, updated: 1 })
    const response = await api.request('/api/products/list?category=women-kurtas')
    const { result } = (await response.json()) as { result: { data: object[] } }
    expect(result.data).toEqual([
      expect.objectContaining({ size: ['S', 'M'], stock: { S: 2, M: 0 } }),
    ])
  })

  test('marks no size as sold out if sizes come from a default', async ({ db, api }) => {
    await importRows(db, [kurta])
    const { sizes: _sizes, stock: _stock, ...unsized } = kurta
    await importRows(db, [unsized], { defaults: { ...declared, sizes: 'S|M', stock: '50' } })

    const response = await api.request('/api/products/list?category=women-kurtas')
    const { result } = (await response.json()) as { result: { data: object[] } }
    expect(result.data).toEqual([expect.objectContaining({ stock: { S: 2, M: 0, L: 7 } })])
  })

  test('imported again unchanged writes nothing', async ({ db }) => {
    await importRows(db, [kurta, { ...kurta, code: 'AT-2' }])
    const written = () =>
      db.execute(sql`select xmin, ctid, code from products order by code`).then(({ rows }) => rows)
    const before = await written()
    await db.transaction(async (tx) => {
      const { report } = await importRows(tx, [kurta, { ...kurta, code: 'AT-2', price: '700' }])

      expect(report).toMatchObject({ added: 0, updated: 1, unchanged: 1 })
    })
    const [first, second] = await written()
    expect(first).toEqual(before[0])
    expect(second).not.toEqual(before[1])
  })

  test('is found by its new words at once, and not by its old ones [search.1]', async ({
    db,
    api,
  }) => {
    const foundBy = async (search: string) => {
      const response = await api.request(`/api/products/list?search=${search}`)
      return ((await response.json()) as { result: { total: number } }).result.total
    }
    await importRows(db, [{ ...kurta, words: 'ajrakh' }])
    expect([await foundBy('ajrakh'), await foundBy('asha')]).toEqual([1, 1])

    await importRows(db, [{ ...kurta, words: 'bandhani' }])

    expect([await foundBy('ajrakh'), await foundBy('bandhani')]).toEqual([0, 1])
  })

  test('imports products without a declaration as drafts [product.6]', async ({ db, api }) => {
    const { report } = await importRows(db, [{ ...kurta, category: 'Sarees' }], {
      defaults: { ...declared, origin: '' },
    })

    expect(report).toMatchObject({ added: 1, drafts: 1 })
    const response = await api.request('/api/products/list?category=women-sarees')
    expect(await response.json()).toMatchObject({ result: { data: [], total: 0 } })
  })
})
