import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/pages/paths.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { rupees } from '#tests/support/shopper/builders.ts'
import { ListFilters } from './ListFilters.tsx'
import type { CategoryFilter } from '#features/catalogue/listing/listTitle.ts'
import { withChange } from '#features/catalogue/listing/listUrl.ts'

const noCounts = {
  ...{ categories: {}, size: {}, brands: {}, origins: {}, colours: {}, fabrics: {} },
  ...{ occasions: {}, discounts: {}, ratings: {}, isNew: 0 },
}
const filtersWith = (brands: Record<string, number>): Filters => ({
  size: ['S', 'M'],
  brands: [
    { _id: 'kori', name: 'Kori' },
    { _id: 'saanjh', name: 'Saanjh' },
  ],
  ...{
    origins: ['India', 'Italy'],
    colours: [],
    fabrics: [],
    occasions: [],
    discounts: [],
    ratings: [],
  },
  min_price: rupees(279),
  max_price: rupees(8950),
  counts: { ...noCounts, brands, categories: { kurtas: 90, sarees: 45 } },
})
const withoutCounts: Filters = { ...filtersWith({}), counts: undefined }
const ofList = filtersWith({ kori: 21, saanjh: 16 })
const categoryFilter: CategoryFilter = {
  legend: 'Category',
  name: 'category',
  options: [
    { _id: 'kurtas', name: 'Kurtas' },
    { _id: 'sarees', name: 'Sarees' },
  ],
}

type ShowOptions = {
  /** Of the list, and those that are chosen at first. */
  listParams?: Params
  params?: Params
  filters?: Filters
  respond?: (path: string) => unknown
}

/** Shows the panel of a list with a draft of the filters, as on a phone. */
function show({ listParams = {}, params = listParams, filters = ofList, respond }: ShowOptions) {
  function Panel() {
    const [draft, setDraft] = useState(params)
    return (
      <ListFilters
        list={{ params: listParams, filters, categoryFilter }}
        params={draft}
        onChange={(change) => setDraft((before) => withChange(before, change))}
      />
    )
  }
  return renderInStore(<Panel />, { responses: { 'products/get-filters': respond } })
}

const countOf = (name: string) =>
  screen.getByRole('checkbox', { name }).closest('label')?.querySelector('span[aria-hidden]')
    ?.textContent

const tap = (role: string, name: string) => userEvent.click(screen.getByRole(role, { name }))

describe('the counts of the filters', () => {
  test('change when another filter is chosen, and an option without items is dimmed [list.2]', async () => {
    const { requests } = show({
      listParams: { gender: 'women', sort: 'asc' },
      respond: () => filtersWith({ kori: 0, saanjh: 15 }),
    })
    expect(countOf('Saanjh')).toBe('16')

    await tap('button', 'M')

    await waitFor(() => expect(countOf('Saanjh')).toBe('15'))
    expect(countOf('Kori')).toBe('0')
    expect(screen.getByRole('checkbox', { name: 'Kori' })).toHaveAttribute('data-empty')
    expect(requests).toEqual(['products/get-filters?gender=women&size=M'])
  })

  test('stay while new ones load, and start with those of the unfiltered list [list.2]', async () => {
    let respond: (filters: Filters) => void = () => undefined
    const loading = new Promise<Filters>((resolve) => (respond = resolve))
    const { requests } = show({
      respond: (path) => (path.includes('origin') ? loading : filtersWith({ kori: 9, saanjh: 15 })),
    })
    await tap('button', 'M')
    await waitFor(() => expect(countOf('Saanjh')).toBe('15'))

    await userEvent.click(screen.getByText('Country of origin'))
    await tap('checkbox', 'India')
    await waitFor(() => expect(requests).toContain('products/get-filters?origin=India&size=M'))
    expect(countOf('Saanjh')).toBe('15')

    respond(filtersWith({ kori: 2, saanjh: 3 }))
    await waitFor(() => expect(countOf('Saanjh')).toBe('3'))
    await tap('button', 'M')
    await tap('checkbox', 'India')
    expect(countOf('Saanjh')).toBe('16')
    expect(requests.filter((path) => !path.includes('?'))).toEqual([])
  })

  test('stay if new ones fail to load [list.2]', async () => {
    const { requests } = show({
      respond: () => {
        throw new TypeError('Failed to fetch')
      },
    })

    await tap('checkbox', 'Kori')

    await waitFor(() => expect(requests).toContain('products/get-filters?selectedBrand=kori'))
    expect(countOf('Saanjh')).toBe('16')
  })

  test('wait for those with the filters of the URL, unless they fail to load [list.2]', async () => {
    let fail: (problem: Error) => void = () => undefined
    show({
      listParams: { size: 'M' },
      respond: () => new Promise((_resolve, reject) => (fail = reject)),
    })
    expect(countOf('Saanjh')).toBe('')

    await waitFor(() => {
      fail(new TypeError('Failed to fetch'))
      expect(countOf('Saanjh')).toBe('16')
    })
  })

  test('are not requested without a chosen filter [list.2]', async () => {
    const { requests } = show({ listParams: { category: 'kurtas', q: 'blue', gender: 'women' } })
    await tap('button', 'M')
    await waitFor(() =>
      expect(requests).toEqual([
        'products/get-filters?category=kurtas&gender=women&search=blue&size=M',
      ]),
    )
  })

  test('keep the values of the list when a category is chosen in a draft [list.2] [search.1]', async () => {
    const { requests } = show({
      listParams: { q: 'blue' },
      respond: () => filtersWith({ kori: 4, saanjh: 5 }),
    })

    await userEvent.click(screen.getByText('Category'))
    await tap('checkbox', 'Kurtas')

    await waitFor(() => expect(countOf('Saanjh')).toBe('5'))
    expect(countOf('Sarees')).toBe('45')
    expect(requests).toEqual(['products/get-filters?search=blue&selectedCategory=kurtas'])
  })

  test('are those of the whole search when its category is cleared in a draft [search.1]', async () => {
    const { requests } = show({
      listParams: { q: 'blue', category: 'kurtas' },
      params: { q: 'blue' },
      filters: withoutCounts,
      respond: () => filtersWith({ kori: 40, saanjh: 50 }),
    })

    await waitFor(() => expect(countOf('Saanjh')).toBe('50'))
    expect(requests).toEqual(['products/get-filters?search=blue'])
  })
})
