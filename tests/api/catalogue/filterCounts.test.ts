import { expect } from 'vitest'

import type { Filters, FiltersQuery, ListQuery } from '#contract/catalogue/listing.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { test } from '#tests/support/api/demoShop.ts'

/** A list and the filters chosen in it, by their names in the list's query. */
type ChosenFilters = { scope: FiltersQuery; selected: ListQuery }

test.for<ChosenFilters>([
  { scope: {}, selected: {} },
  { scope: { gender: 'women' }, selected: {} },
  { scope: { search: 'kurta under 3000' }, selected: {} },
  { scope: {}, selected: { size: 'M' } },
  { scope: { gender: 'women' }, selected: { size: 'S,M', brand: 'saanjh', origin: 'India' } },
  { scope: { gender: 'men' }, selected: { category: 'men-shirts', colour: 'blue,white' } },
  { scope: { gender: 'women' }, selected: { fabric: 'cotton', occasion: 'festive', rating: '3' } },
  { scope: {}, selected: { discount: '40', isNew: 'true', inStock: 'true' } },
  { scope: {}, selected: { priceMin: '500', priceMax: '1500', size: 'L', discount: '10' } },
  {
    scope: { search: 'kurta' },
    selected: { category: 'women-kurtis', size: 'XL', colour: 'blue' },
  },
  { scope: { search: 'cotton' }, selected: { brand: 'saanjh,kori', priceMax: '2000' } },
  { scope: { brand: 'saanjh,kori,maru' }, selected: { brand: 'kori', size: 'M' } },
  {
    scope: { search: 'kurti' },
    selected: { subcategory: 'women-kurtis-hand-block-kurtis', size: 'M' },
  },
  { scope: {}, selected: { size: 'no-such-size', brand: 'saanjh' } },
  { scope: { category: 'women-kurtis' }, selected: {} },
  {
    scope: { category: 'women-kurtis', subcategory: 'women-kurtis-hand-block-kurtis' },
    selected: { size: 'M', inStock: 'true' },
  },
  {
    scope: { subcategory: 'women-kurtis-hand-block-kurtis', gender: 'women' },
    selected: { isNew: 'true' },
  },
  {
    scope: { category: 'women-kurtis', search: 'cotton' },
    selected: { subcategory: 'women-kurtis-hand-block-kurtis', colour: 'blue,white' },
  },
])(
  'in $scope with $selected each value has the number of products that choosing it shows [list.2]',
  async ({ scope, selected }, { db }) => {
    const index = createCatalogueIndex()
    await index.refresh(db)
    const totalOf = async (query: ListQuery) =>
      (await listProducts(db, { ...query, limit: '1' }, { index })).total
    const { category, subcategory, brand, ...others } = selected
    const query = {
      ...{ ...scope, ...others, selectedBrand: brand },
      ...{ selectedCategory: category, selectedSubcategory: subcategory },
    }

    const { counts, ...offered } = await readFilters(db, query, index)

    const { counts: allCounts, ...all } = await readFilters(db, scope, index)
    expect(offered).toEqual(all)
    if (scope.category || scope.subcategory) {
      // Also in the list of one of them.
      expect(Object.keys(counts?.subcategories ?? {})).toContain('women-kurtis-ikat-kurtis')
    }
    for (const [name, values] of Object.entries(valueCounts(counts!))) {
      expect(Object.keys(values)).toEqual(
        Object.keys(valueCounts(allCounts!)[name as keyof ReturnType<typeof valueCounts>]),
      )
      for (const [value, count] of Object.entries(values)) {
        // A list has one parameter for the brands: those of the list and the one chosen in it.
        const isOfAnotherList =
          name === 'brand' && scope.brand !== undefined && !scope.brand.split(',').includes(value)
        const total = isOfAnotherList ? 0 : await totalOf({ ...scope, ...selected, [name]: value })
        expect(count, `${name} ${value}`).toBe(total)
      }
    }
  },
)

/** The counts by the names of the filters in a list's query. */
const valueCounts = (counts: NonNullable<Filters['counts']>) => ({
  gender: counts.genders ?? {},
  category: counts.categories,
  subcategory: counts.subcategories ?? {},
  size: counts.size,
  brand: counts.brands,
  origin: counts.origins,
  colour: counts.colours,
  fabric: counts.fabrics,
  occasion: counts.occasions,
  discount: counts.discounts,
  rating: counts.ratings,
  isNew: { true: counts.isNew },
  inStock: { true: counts.inStock },
})
