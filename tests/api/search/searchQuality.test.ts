import { expect } from 'vitest'

import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { withDiverseBrands } from '#server/commerce/search/index/recommended.ts'
import { searchCatalogue } from '#server/commerce/search/searchCatalogue.ts'
import { test } from '#tests/support/api/demoShop.ts'
import { gradeAll, meanOf } from '#tests/support/search/gradeSearch.ts'
import { judgedQueries } from '#tests/support/search/judgedQueries.ts'
import { readSearchFacts } from '#tests/support/search/searchFacts.ts'

test('searches as shoppers type them find the products a shop assistant would show [search.1]', async ({
  db,
}) => {
  const index = createCatalogueIndex()
  await index.refresh(db)
  const snapshot = index.snapshot()!
  const facts = await readSearchFacts(db)

  const graded = gradeAll(facts, (query) => {
    const positions = withDiverseBrands(snapshot, searchCatalogue(snapshot, query).ranked())
    return [...positions].map((at) => snapshot.ids[at]!)
  })

  const worst = graded.filter(({ ndcg }) => ndcg < 0.8)
  const report = worst.map(
    ({ query, ndcg, results }) => `${query}: ${ndcg.toFixed(2)} of ${results}`,
  )
  expect(judgedQueries.length).toBeGreaterThanOrEqual(120)
  expect(meanOf(graded.map(({ ndcg }) => ndcg)), report.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(meanOf(graded.map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.9)
  expect(graded.filter(({ results }) => results === 0).map(({ query }) => query)).toEqual([])
})
