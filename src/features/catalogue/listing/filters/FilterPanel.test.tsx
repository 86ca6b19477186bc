import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { readOf } from '#contract/api/reads.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/pages/paths.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { rupees } from '#tests/support/shopper/builders.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { CategoryFilter } from '#features/catalogue/listing/listTitle.ts'
import type { ListChange } from '#features/catalogue/listing/listUrl.ts'

const brands = ['Alta', 'Ektara', 'Kori', 'Maru', 'Nool', 'Saanjh', 'Tarang', 'Vayu'].map(
  (name) => ({ _id: name.toLowerCase(), name }),
)
const filters: Filters = {
  size: ['S', 'M', 'L'],
  brands,
  origins: ['India', 'Italy'],
  colours: ['red', 'multi'],
  fabrics: ['cotton', 'silk'],
  occasions: ['festive', 'wedding'],
  discounts: [10, 40],
  ratings: [4],
  min_price: rupees(279),
  max_price: rupees(8950),
}
const noCounts = {
  ...{ categories: {}, size: {}, brands: {}, origins: {}, colours: {}, fabrics: {} },
  ...{ occasions: {}, discounts: {}, ratings: {}, isNew: 0 },
}
const categoryFilter: CategoryFilter = {
  legend: 'Subcategory',
  name: 'subcategory',
  options: [
    { _id: 'short', name: 'Short kurtas' },
    { _id: 'long', name: 'Long kurtas' },
  ],
  within: 'kurtas',
}

const readBrands = (brandName: string) => readOf('readFilters', { query: { brandName } })

function show(params: Params = {}) {
  const onChange = vi.fn()
  const applyChange = (change: ListChange) =>
    onChange(typeof change === 'function' ? change(params) : change)
  render(
    <FilterPanel {...{ params, filters, categoryFilter, readBrands }} onChange={applyChange} />,
  )
  return onChange
}

describe('filters', () => {
  test('several sizes can be selected and cleared [list.2]', async () => {
    const onChange = show({ size: 'S' })
    expect(screen.getByRole('button', { name: 'S' })).toHaveAttribute('aria-pressed', 'true')

    await userEvent.click(screen.getByRole('button', { name: 'M' }))
    await userEvent.click(screen.getByRole('button', { name: 'S' }))

    expect(onChange).toHaveBeenNthCalledWith(1, { size: 'S,M' })
    expect(onChange).toHaveBeenNthCalledWith(2, { size: undefined })
  })

  test('brands are chosen by name; the long list opens on demand [list.2]', async () => {
    const onChange = show()
    expect(screen.queryByRole('checkbox', { name: 'Vayu' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Vayu' }))

    expect(onChange).toHaveBeenCalledWith({ brands: 'vayu' })
  })

  test('shows the count of each brand and finds brands by name [list.2]', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ _id: `b${n}`, name: `Brand ${n}` }))
    const counts = { ...noCounts, brands: { b0: 1204, b33: 7 } }
    render(
      <FilterPanel
        {...{
          params: {},
          filters: { ...filters, brands: many, counts },
          categoryFilter,
          readBrands,
          onChange: vi.fn(),
        }}
      />,
    )
    expect(screen.getByText('1,204')).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Show 34 more' }))
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search by name' }),
      'brand 33',
    )

    expect(screen.getByRole('checkbox', { name: 'Brand 33' })).toBeVisible()
    expect(screen.queryByRole('checkbox', { name: 'Brand 7' })).toBeNull()
  })

  test('subcategories, "In stock" and "New arrivals" have counts too [list.2]', async () => {
    const counts = { ...noCounts, subcategories: { short: 41 }, inStock: 1312, isNew: 0 }
    render(
      <FilterPanel
        {...{ params: {}, filters: { ...filters, counts }, categoryFilter, readBrands }}
        onChange={vi.fn()}
      />,
    )
    await userEvent.click(screen.getByText('Subcategory'))
    const labelOf = (name: string) => screen.getByRole('checkbox', { name }).closest('label')

    expect(labelOf('Short kurtas')).toHaveTextContent('Short kurtas41')
    expect(labelOf('In stock')).toHaveTextContent('In stock1,312')
    expect(labelOf('New arrivals')).toHaveTextContent('New arrivals0')
    expect(screen.getByRole('checkbox', { name: 'New arrivals' })).toHaveAttribute('data-empty')
  })

  test('the first filter is the gender, with counts, in a list that has both [list.2]', async () => {
    const onChange = vi.fn()
    const genders = { women: 276, men: 228 }
    const panel = (params: Params, counts: Record<string, number>) => (
      <FilterPanel
        {...{ params, filters: { ...filters, counts: { ...noCounts, genders: counts } } }}
        {...{ categoryFilter, readBrands, onChange }}
      />
    )
    const { rerender } = render(panel({}, genders))
    expect(document.querySelector('summary')).toHaveTextContent('Gender')
    const group = screen.getByRole('group', { name: 'Gender' })
    expect(group).toHaveTextContent('Women276Men228')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Men' }))
    rerender(panel({ gender: 'men' }, genders))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Men' }))
    expect(onChange.mock.calls).toEqual([[{ gender: 'men' }], [{ gender: undefined }]])
    rerender(panel({}, { women: 276 }))
    expect(screen.queryByRole('group', { name: 'Gender' })).toBeNull()
  })

  test('an option that all items have, and a filter with one value, are left out [list.2]', () => {
    const counts = { ...noCounts, categories: { kurtas: 8 }, discounts: { 10: 8, 40: 3 } }
    const poor = { ...filters, origins: ['India'], fabrics: ['cotton'], colours: ['red'] }
    const panel = (params: Params) => (
      <FilterPanel
        {...{ params, filters: { ...poor, counts: { ...counts, inStock: 8, isNew: 2 } } }}
        {...{ categoryFilter, readBrands, onChange: vi.fn() }}
      />
    )
    const { rerender } = render(panel({}))

    for (const name of ['Country of origin', 'Fabric', 'Colour'])
      expect(screen.queryByText(name), name).toBeNull()
    expect(screen.queryByText('10% off or more')).toBeNull()
    expect(screen.getByText('40% off or more')).toBeInTheDocument()
    rerender(panel({ origin: 'India', discount: '10' }))
    expect(screen.getByRole('checkbox', { name: 'India' })).toBeChecked()
    expect(screen.getByText('10% off or more')).toBeInTheDocument()
  })

  test('dims options without items, but never a chosen one [list.2]', async () => {
    const counts = {
      ...{ ...noCounts, size: { S: 0, M: 3, L: 0 }, brands: { alta: 0, kori: 2 } },
      ...{ colours: { red: 0 }, discounts: { 10: 4, 40: 0 } },
    }
    render(
      <FilterPanel
        {...{ params: { size: 'L' }, filters: { ...filters, counts }, categoryFilter }}
        {...{ readBrands, onChange: vi.fn() }}
      />,
    )
    const isDimmed = (role: string, name: string | RegExp) =>
      screen.getByRole(role, { name }).matches('[data-empty]:not(:checked, [aria-pressed="true"])')

    expect(['S', 'M', 'L'].map((size) => isDimmed('button', size))).toEqual([true, false, false])
    expect(['Alta', 'Kori'].map((name) => isDimmed('checkbox', name))).toEqual([true, false])
    expect(isDimmed('button', 'Red')).toBe(true)
    await userEvent.click(screen.getByText('Discount'))
    expect(isDimmed('checkbox', '40% off or more')).toBe(true)
    expect(screen.getByRole('checkbox', { name: 'Alta' })).toBeEnabled()
  })

  describe('with more brands than listed', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ _id: `b${n}`, name: `Brand ${n}` }))
    const open = async (filtersRead: unknown) => {
      const onChange = vi.fn()
      const all = { ...filters, brands: many, hasMoreBrands: true }
      const { requests } = renderInStore(
        <FilterPanel {...{ params: {}, filters: all, categoryFilter, readBrands, onChange }} />,
        { responses: { 'products/get-filters': filtersRead } },
      )
      await userEvent.click(screen.getByRole('button', { name: 'Show 94 more' }))
      const search = await screen.findByRole('searchbox', { name: 'Search by name' })
      return { onChange, requests, search }
    }
    const extra = {
      ...{ ...filters, brands: [{ _id: 'extra', name: 'Extra brand 7' }] },
      counts: { ...noCounts, brands: { extra: 3 } },
    }

    test('finds other brands of the list [list.2]', async () => {
      const { onChange, requests, search } = await open(extra)

      await userEvent.type(search, 'Brand 7')

      await userEvent.click(await screen.findByRole('checkbox', { name: 'Extra brand 7' }))
      expect(screen.getByRole('checkbox', { name: 'Brand 77' })).toBeVisible()
      expect(screen.queryByRole('checkbox', { name: 'Brand 6' })).toBeNull()
      expect(screen.getByText('3')).toBeVisible()
      expect(requests).toEqual(['products/get-filters?brandName=brand+7'])
      expect(onChange).toHaveBeenCalledOnce()
    })

    test('says so if no brand has the name [list.2]', async () => {
      const { search } = await open({ ...filters, brands: [] })

      await userEvent.type(search, 'zari')

      expect(await screen.findByText('No results for “zari”')).toBeVisible()
    })

    test('shows an error if the search fails, and retries [list.2]', async () => {
      let isDown = true
      const { search } = await open(() => {
        if (isDown) throw new TypeError('Failed to fetch')
        return extra
      })

      await userEvent.type(search, 'extra')
      expect(await screen.findByText('We couldn’t search all brands.')).toBeVisible()
      isDown = false
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

      expect(await screen.findByRole('checkbox', { name: 'Extra brand 7' })).toBeVisible()
    })
  })

  test('a selected brand outside the listed ones can be cleared [list.2]', async () => {
    const onChange = show({ brands: 'bunkar-row' })

    await userEvent.click(screen.getByRole('checkbox', { name: 'Bunkar Row' }))

    expect(onChange).toHaveBeenCalledWith({ brands: undefined })
  })

  test('a selected brand is always visible [list.2]', () => {
    show({ brands: 'vayu' })

    expect(screen.getByRole('checkbox', { name: 'Vayu' })).toBeChecked()
  })

  test('country of origin and stock are filters too [list.2] [product.6]', async () => {
    const onChange = show()

    await userEvent.click(screen.getByText('Country of origin'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Italy' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'In stock' }))

    expect(onChange).toHaveBeenCalledWith({ origin: 'Italy' })
    expect(onChange).toHaveBeenCalledWith({ inStock: 'true' })
  })

  test('colour, fabric and occasion can have several values, discount and rating one [list.2]', async () => {
    const onChange = show({ colour: 'red', discount: '40' })
    expect(screen.getByRole('button', { name: 'Red' })).toHaveAttribute('aria-pressed', 'true')

    await userEvent.click(screen.getByRole('button', { name: 'Multicolour' }))
    await userEvent.click(screen.getByText('Fabric'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cotton' }))
    await userEvent.click(screen.getByText('Occasion'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Festive' }))
    await userEvent.click(screen.getByRole('checkbox', { name: '10% off or more' }))
    await userEvent.click(screen.getByRole('checkbox', { name: '40% off or more' }))
    await userEvent.click(screen.getByText('Customer rating'))
    await userEvent.click(screen.getByRole('checkbox', { name: '4 stars and above' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'New arrivals' }))

    expect(onChange.mock.calls.map(([change]) => change as unknown)).toEqual([
      { colour: 'red,multi' },
      { fabric: 'cotton' },
      { occasion: 'festive' },
      { discount: '10' },
      { discount: undefined },
      { rating: '4' },
      { new: 'true' },
    ])
  })

  test('sizes of clothes, waists and shoes are grouped separately [list.2]', () => {
    const size = ['S', 'XXL', '3XL', '32', 'UK 8', 'Free size']
    render(
      <FilterPanel
        {...{
          params: {},
          filters: { ...filters, size },
          categoryFilter,
          readBrands,
          onChange: vi.fn(),
        }}
      />,
    )

    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Clothes',
      'Waist and chest (inches)',
      'Footwear',
      'Other',
    ])
    expect(screen.getByRole('button', { name: 'UK 8' })).toBeVisible()
  })

  test('a subcategory keeps its category [list.2]', async () => {
    const onChange = show({ subcategory: 'short' })

    await userEvent.click(screen.getByRole('checkbox', { name: 'Short kurtas' }))

    expect(onChange).toHaveBeenCalledWith({ category: 'kurtas', subcategory: undefined })
  })
})

describe('the price filter', () => {
  test('accepts whole rupees [list.2]', async () => {
    const onChange = show()

    await userEvent.clear(screen.getByLabelText('To'))
    await userEvent.type(screen.getByLabelText('To'), '2499{Enter}')

    expect(onChange).toHaveBeenCalledWith({ min: undefined, max: '2499' })
  })

  test('swaps a reversed range [list.2]', async () => {
    const onChange = show({ max: '1000' })

    await userEvent.clear(screen.getByLabelText('From'))
    await userEvent.type(screen.getByLabelText('From'), '3000{Enter}')

    expect(onChange).toHaveBeenCalledWith({ min: '1000', max: '3000' })
  })

  test('can be dragged and is applied on release [list.2] [a11y.1]', () => {
    const onChange = show()
    const lowest = screen.getByRole('slider', { name: 'Lowest price' })

    fireEvent.change(lowest, { target: { value: '1200' } })
    expect(lowest).toHaveAttribute('aria-valuetext', '₹1,200')
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.pointerUp(lowest)

    expect(onChange).toHaveBeenCalledWith({ min: '1200', max: undefined })
  })

  test('stops one handle at the other [list.2]', () => {
    show({ max: '2000' })
    const lowest = screen.getByRole('slider', { name: 'Lowest price' })

    fireEvent.change(lowest, { target: { value: '5000' } })

    expect(lowest).toHaveValue('2000')
  })

  test('is not applied if it is untouched', () => {
    const onChange = show()

    fireEvent.blur(screen.getByLabelText('From'))

    expect(onChange).not.toHaveBeenCalled()
  })
})
