import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import {
  type CatalogueSnapshot,
  columnNames,
} from '#server/commerce/search/index/catalogueSnapshot.ts'
import { positionOf, postingsOf } from '#server/commerce/search/index/wordIndex.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import {
  type FreshDatabase,
  freshDatabase,
  isOnPostgres,
} from '#tests/support/database/freshDatabase.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

let fresh: FreshDatabase
let store: ReturnType<typeof openConnection>

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

/** An index that has seen everything so far. */
async function currentIndex() {
  const index = createCatalogueIndex()
  await index.refresh(store.db)
  return index
}

/** Everything that a snapshot says, whatever codes and unused values it has inside. */
function contentOf(snapshot: CatalogueSnapshot) {
  const { ids, words, columns, trending } = snapshot
  return {
    ids,
    words: words.words.map((word, at) => [
      word,
      postingsOf(words, [[at, at + 1]]).map((postings) => [...postings]),
    ]),
    columns: columnNames.map((name) =>
      [...columns[name].codes].map((code) => columns[name].values[code]),
    ),
    numbers: ids.map((_, at) => [
      snapshot.prices[at],
      snapshot.discounts[at],
      snapshot.ratings[at],
      snapshot.popularity[at],
      snapshot.ranks[at],
      snapshot.createdAt[at],
      snapshot.restockedAt[at],
      snapshot.inStock[at],
    ]),
    trending: [...trending],
  }
}

const names = ['Blue kurta', 'Silk saree', 'Linen shirt', 'Zardozi lehenga', 'Denim jacket']
const change = fc.record({
  kind: fc.constantFrom('price', 'stock', 'name', 'withdrawn', 'published', 'new', 'colour'),
  which: fc.nat({ max: 30 }),
  value: fc.nat({ max: 4 }),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

async function make({ kind, which, value }: Change, ids: string[]): Promise<void> {
  const id = ids[which % ids.length] as string
  const set = (values: Partial<typeof products.$inferInsert>) =>
    store.db.update(products).set(values).where(eq(products.id, id))
  const name = names[value] as string
  if (kind === 'new') ids.push(await onSale(store.db, { name, stock: { M: value, L: 1 } }))
  else if (kind === 'stock')
    await store.db
      .update(stockLevels)
      .set({ onHand: value % 2 })
      .where(eq(stockLevels.productId, id))
  else if (kind === 'price') await set({ pricePaise: (value + 1) * 100_00 })
  else if (kind === 'name') await set({ name, searchWords: `${name} festive` })
  else if (kind === 'colour')
    await set({ colour: ['Wine', 'Navy', '', 'Olive', 'Jet'][value] ?? '' })
  else await set({ isPublished: kind === 'published' })
}

test('a catalogue with changes applied equals one that is read anew [list.1] [search.1]', async () => {
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push(await onSale(store.db, { name: names[n % 5] ?? '' }))
  const index = await currentIndex()

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const one of changes) await make(one, ids)
      await index.refresh(store.db)

      const anew = (await currentIndex()).snapshot() as CatalogueSnapshot
      expect(contentOf(index.snapshot() as CatalogueSnapshot)).toEqual(contentOf(anew))
    }),
    { numRuns: 40 },
  )
})

describe('a saved catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-index-'))
  const file = { path: join(folder, 'catalogue.index'), program: 'this build', minProducts: 1 }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts with the file, and tells whether the whole catalogue was read. */
  async function start(from = file) {
    const index = createCatalogueIndex({ file: from })
    const reads: string[] = []
    await watchStatements(
      ({ text }) => void (text.includes('order by products.is_in_stock') && reads.push(text)),
      () => index.refresh(store.db),
    )
    return { index, isReadAnew: reads.length > 0 }
  }

  test('with the changes since equals one that is read anew [list.1] [search.1] [ops.2]', async () => {
    const ids: string[] = []
    for (let n = 0; n < 40; n++) ids.push(await onSale(store.db, { name: names[n % 5] ?? '' }))
    const { index } = await start()

    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        await index.refresh(store.db)
        await index.save()
        for (const one of changes) await make(one, ids)

        const resumed = await start()

        const anew = (await currentIndex()).snapshot() as CatalogueSnapshot
        expect(resumed.isReadAnew).toBe(false)
        expect(contentOf(resumed.index.snapshot() as CatalogueSnapshot)).toEqual(contentOf(anew))
      }),
      { numRuns: 20 },
    )
  })

  test('goes on following changes after the start [list.1]', async () => {
    const { index } = await start()
    const id = await onSale(store.db, { name: 'Brand new kurta' })

    await index.refresh(store.db)

    expect(index.snapshot()?.ids).toContain(id)
  })

  test('of another build, a damaged or a very old one is not used [ops.2]', async () => {
    const { index } = await start()
    await index.save()

    expect((await start({ ...file, program: 'the next build' })).isReadAnew).toBe(true)
    writeFileSync(file.path, 'not a catalogue')
    expect((await start()).isReadAnew).toBe(true)
    await store.db.update(products).set({ colour: 'Rust' })
    expect((await start()).isReadAnew).toBe(true)
  })

  test('that cannot be written is left out [ops.2]', async () => {
    const { index } = await start({ ...file, path: join(folder, 'catalogue.index', 'no-folder') })

    await expect(index.save()).resolves.toBeUndefined()
  })
})

describe('after the next refresh', () => {
  test('lists, filters, counts and searches follow a price, a sold-out size and a withdrawn product [list.1] [list.2] [search.1]', async () => {
    const brand = { id: 'follows', name: 'Follows' }
    const stock = { S: 1, M: 1 }
    const dear = await onSale(store.db, { brand, name: 'Phulkari dupatta', stock })
    const other = await onSale(store.db, { brandId: brand.id, name: 'Phulkari stole', stock })
    const index = await currentIndex()
    const listed = async (query: ListQuery) => {
      const { data, total } = await listProducts(store.db, query, { index })
      expect(total).toBe(data.length)
      return data.map(({ _id }) => _id).sort()
    }
    const counts = async () => (await readFilters(store.db, { brand: brand.id }, index)).counts
    expect(await listed({ brand: brand.id, priceMax: '500' })).toEqual([])

    await store.db.update(products).set({ pricePaise: 450_00 }).where(eq(products.id, dear))
    await store.db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, dear))
    await index.refresh(store.db)

    expect(await listed({ brand: brand.id, priceMax: '500' })).toEqual([dear])
    expect(await listed({ brand: brand.id, size: 'M' })).toEqual([other])
    expect(await counts()).toMatchObject({ size: { M: 1, S: 1 }, inStock: 1 })

    await store.db.update(products).set({ isPublished: false }).where(eq(products.id, other))
    await index.refresh(store.db)
    expect(await listed({ search: 'phulkari' })).toEqual([dear])
    expect(await counts()).toMatchObject({ size: {}, inStock: 0 })
  })

  test('changes are due at once after the first build, however long it took [ops.2]', async () => {
    const index = await currentIndex()
    expect(index.isRefreshDue()).toBe(true)
  })

  test('the number of pieces alone changes nothing', async () => {
    const id = await onSale(store.db, { stock: { M: 5 } })
    const index = await currentIndex()
    const before = index.snapshot()

    await store.db.update(stockLevels).set({ onHand: 4 }).where(eq(stockLevels.productId, id))
    await index.refresh(store.db)
    expect(index.snapshot()).toBe(before)

    await store.db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, id))
    await index.refresh(store.db)
    expect(index.snapshot()).not.toBe(before)
  })

  test('numbers of transactions of another database are not read again and again', async () => {
    const id = await onSale(store.db)
    const setNumber = sql`update products set changed_in = '99999999999999' where id = ${id}`
    await store.db.execute(setNumber)
    const index = await currentIndex()
    const before = index.snapshot()

    await index.refresh(store.db)
    expect(index.snapshot()).toBe(before)

    await store.db.update(products).set({ pricePaise: 1_00 }).where(eq(products.id, id))
    await index.refresh(store.db)
    expect(index.snapshot()).not.toBe(before)
  })

  test.runIf(isOnPostgres)('a refresh does not wait for a long job [list.1] [ops.2]', async () => {
    const background = openConnection(fresh.url, 'background')
    const index = await currentIndex()
    const before = index.snapshot()
    const id = await onSale(store.db)

    await background.db.transaction(async () => {
      await index.refresh(background.db)
    })

    expect(index.snapshot()).not.toBe(before)
    expect(index.snapshot()?.ids).toContain(id)
    await background.close()
  })

  test.runIf(isOnPostgres)(
    'the change of a transaction that ends late is there too [list.1] [safe.1]',
    async () => {
      const [first, second] = [await onSale(store.db), await onSale(store.db)]
      const other = openConnection(fresh.url)
      const index = await currentIndex()
      const priceOf = (id: string) => {
        const snapshot = index.snapshot() as CatalogueSnapshot
        return snapshot.prices[snapshot.ids.indexOf(id)]
      }
      const setPrice = (id: string) => sql`update products set price_paise = 77700 where id = ${id}`

      await other.db.transaction(async (late) => {
        await late.execute(setPrice(first))
        await store.db.execute(setPrice(second))
        await index.refresh(store.db)
        expect([first, second].map(priceOf)).toEqual([999_00, 777_00])
      })
      await index.refresh(store.db)

      expect(priceOf(first)).toBe(777_00)
      await other.close()
    },
  )
})

test('a change while the catalogue is built anew is not lost [list.1]', async () => {
  const id = await onSale(store.db, { name: 'Kalamkari shirt' })
  const index = await currentIndex()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const before = index.snapshot()
  const rebuilding = index.rebuild(store.db)
  await store.db
    .update(products)
    .set({ name: 'Ikat shirt' })
    .where(inArray(products.id, [id]))
  await index.refresh(store.db)
  await rebuilding
  await index.refresh(store.db)

  expect(index.snapshot()).not.toBe(before)
  const { words, ids } = index.snapshot() as CatalogueSnapshot
  const at = words.words.indexOf('ikat')
  const [found] = postingsOf(words, [[at, at + 1]])
  expect([...(found ?? [])].map((posting) => ids[positionOf(posting)])).toEqual([id])
})
