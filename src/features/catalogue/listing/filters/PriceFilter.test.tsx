import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import type { Rupees } from '#contract/values/money.ts'
import type { Params } from '#contract/pages/paths.ts'
import type { ListChange } from '#features/catalogue/listing/listUrl.ts'
import { PriceFilter } from './PriceFilter.tsx'

const filters: Filters = {
  ...{ size: [], brands: [], origins: [], colours: [], fabrics: [], occasions: [] },
  ...{ discounts: [], ratings: [], min_price: 299 as Rupees, max_price: 129_999 as Rupees },
}

/** The limits that were chosen, in turn. */
function show() {
  const chosen: object[] = []
  function Page() {
    const [{ min, max }, setLimits] = useState<Params>({})
    const onChange = (change: ListChange) => {
      chosen.push(change)
      setLimits(change as Params)
    }
    return <PriceFilter {...{ filters, min, max, onChange }} />
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
  expect(to).toHaveProperty('selectionEnd', 6)
  expect(to).toHaveProperty('selectionStart', 0)
  await userEvent.clear(to)
  await userEvent.type(to, '12,500{Tab}')

  expect(to).toHaveValue('12,500')
  expect(chosen).toEqual([{ min: undefined, max: '12500' }])
})
