import { and, eq } from 'drizzle-orm'

import type { Product } from '#contract/catalogue/product.ts'
import { productNotFound } from '#server/commerce/errors.ts'
import { isPublished, readProducts } from '#server/commerce/catalogue/products.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import { type CatalogueSnapshot } from '#server/commerce/search/index/catalogueSnapshot.ts'
import { catalogueIn } from '#server/commerce/search/index/warehouseCatalogue.ts'
import { filterProducts, type ListFilters } from '#server/commerce/search/index/filterProducts.ts'
import { singular, wordsOfText } from '#contract/search/words.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'

/** As many as the row on a product page displays on the widest screens (`ProductGrid`). */
const maxPairings = 6
/** A pairing costs at least this share of the product: shoes for a sherwani cost a tenth of it. */
const minPriceShare = 0.1

/** What completes an outfit, by the kind of garment. The first match in a category's name counts. */
const complements: Record<string, string[]> = {
  kurti: ['juttis', 'jeans', 'trousers', 'dupattas', 'bags', 'skirts'],
  kurta: ['mojaris', 'juttis', 'nehru jackets', 'trousers', 'jeans'],
  saree: ['juttis', 'heels', 'bags', 'blouses'],
  lehenga: ['juttis', 'heels', 'bags', 'dupattas'],
  anarkali: ['juttis', 'bags', 'heels', 'dupattas'],
  salwar: ['juttis', 'bags', 'heels', 'dupattas'],
  dress: ['heels', 'bags', 'jackets', 'sneakers'],
  skirt: ['tops', 'heels', 'sneakers', 'bags'],
  top: ['jeans', 'skirts', 'trousers', 'sneakers', 'bags', 'jackets'],
  sherwani: ['mojaris', 'juttis'],
  nehru: ['kurtas', 'mojaris', 'shirts', 'trousers'],
  hoodie: ['jeans', 'sneakers', 't-shirts'],
  jacket: ['jeans', 't-shirts', 'tops', 'sneakers', 'shirts'],
  tshirt: ['jeans', 'sneakers', 'jackets', 'hoodies', 'trousers'],
  polo: ['trousers', 'sneakers', 'jeans'],
  shirt: ['trousers', 'jeans', 'sneakers', 'jackets'],
  jean: ['t-shirts', 'tops', 'shirts', 'sneakers', 'jackets', 'kurtis'],
  trouser: ['shirts', 'polos', 'tops', 'kurtis', 'heels', 'sneakers'],
  chino: ['shirts', 'polos', 't-shirts', 'sneakers'],
  jutti: ['kurtis', 'anarkalis', 'salwar sets', 'kurtas', 'bags'],
  mojari: ['kurtas', 'sherwanis', 'nehru jackets'],
  heel: ['dresses', 'bags', 'sarees', 'skirts'],
  sneaker: ['jeans', 't-shirts', 'hoodies', 'jackets', 'dresses'],
  bag: ['dresses', 'heels', 'kurtis', 'juttis', 'tops'],
  satchel: ['dresses', 'heels', 'kurtis', 'juttis', 'tops'],
}

/**
 * Suggests what completes an outfit with a product, for the same gender and in stock: the recommended
 * products of each kind that goes with it, in turn. For a kind without an entry these are other
 * categories.
 */
export async function readPairings(
  db: Database,
  id: string,
  { index, warehouse }: { index?: CatalogueIndex | undefined; warehouse?: string | undefined } = {},
): Promise<Product[]> {
  const [product] = await db
    .select({
      categoryId: products.categoryId,
      subcategoryIds: products.subcategoryIds,
      genderIds: products.genderIds,
      pricePaise: products.pricePaise,
    })
    .from(products)
    .where(and(isPublished, eq(products.id, id)))
  if (!product) throw productNotFound()

  const snapshot = catalogueIn(await snapshotOf(db, index), warehouse)
  const { categoryId, subcategoryIds, genderIds, pricePaise } = product
  const gender = genderIds.length === 1 ? genderIds[0] : undefined
  const own = new Set([categoryId, ...subcategoryIds])
  const kinds = complementsOf(snapshot, [...subcategoryIds, categoryId])
  const lists = kindFilters(snapshot, kinds, own).map((kind) =>
    filterProducts(
      snapshot,
      {
        ...kind,
        ...(gender && { gender }),
        inStock: 'true',
        priceMin: String((minPriceShare * pricePaise) / 100),
      },
      { maxCount: maxPairings },
    ),
  )
  const ids = interleave(lists).map((position) => snapshot.ids[position] as string)
  const loaded = await readProducts(db, ids, warehouse)
  return ids.flatMap((pairingId) => loaded.get(pairingId) ?? [])
}

/** The kinds that go with a product; undefined if nothing is known about its kind. */
function complementsOf({ dictionary }: CatalogueSnapshot, ids: string[]): string[] | undefined {
  const words = ids.flatMap((id) => wordsOfText(dictionary.nameOf(id) ?? '').map(singular))
  const garment = words.find((word) => word in complements)
  return garment === undefined ? undefined : complements[garment]
}

/** A filter for each kind that the store has, never one for the product's own kind. */
function kindFilters(
  { dictionary, columns }: CatalogueSnapshot,
  kinds: string[] | undefined,
  own: Set<string>,
): ListFilters[] {
  if (!kinds) {
    const all = [...new Set(columns.category.values.flat())].filter((id) => !own.has(id))
    return all.sort().map((category) => ({ category }))
  }
  return kinds.flatMap((kind) => {
    const named = dictionary.find(wordsOfText(kind))
    return [
      ...(named?.categoryIds ?? []).map((category) => ({ category, id: category })),
      ...(named?.subcategoryIds ?? []).map((subcategory) => ({ subcategory, id: subcategory })),
    ]
      .filter(({ id }) => !own.has(id))
      .map(({ id: _id, ...filter }) => filter)
  })
}

/** Merges the lists: the first product of each, then the second of each, and so on. */
function interleave(lists: Uint32Array[]): number[] {
  const usedIndexes = new Set<number>()
  for (let turn = 0; turn < maxPairings && usedIndexes.size < maxPairings; turn++) {
    for (const list of lists) {
      const position = list[turn]
      if (position !== undefined && usedIndexes.size < maxPairings) usedIndexes.add(position)
    }
  }
  return [...usedIndexes]
}
