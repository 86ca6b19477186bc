import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import type { Rupees } from '#contract/money.ts'
import { PriceFilter } from './PriceFilter.tsx'

const filters: Filters = {
  ...{ size: [], brands: [], origins: [], colours: [], fabrics: [], occasions: [] },
  ...{ discounts: [], ratings: [], min_price: 299 as Rupees, max_price: 129_999 as Rupees },
}

/** The limits that were chosen, in turn. */
function show() {
  const chosen: object[] = []
  function Page() {
    const [limits, setLimits] = useState<{ min?: string | undefined; max?: string | undefined }>({})
    const onChange = (change: typeof limits) => {
      chosen.push(change)
      setLimits(change)
    }
    return <PriceFilter filters={filters} min={limits.min} max={limits.max} onChange={onChange} />
  }
  render(<Page />)
  return chosen
}

test('prices are grouped, and typed without groups [list.2]', async () => {
  const chosen = show()
  const to = screen.getByRole('textbox', { name: 'To' })
  expect(to).toHaveValue('1,30,000')

  await userEvent.click(to)
  expect(to).toHaveValue('130000')
  await userEvent.clear(to)
  await userEvent.type(to, '12,500{Tab}')

  expect(to).toHaveValue('12,500')
  expect(chosen).toEqual([{ min: undefined, max: '12500' }])
})
