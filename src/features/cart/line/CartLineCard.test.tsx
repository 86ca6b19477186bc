import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import type { CartLine } from '#contract/cart/cart.ts'
import { aCartLine, aProduct } from '#tests/support/shopper/builders.ts'
import { CartLineCard } from './CartLineCard.tsx'

const largeSoldOut = aProduct({ stock: { S: 1, M: 12, L: 0 } })

function show(line: CartLine) {
  const onChange = vi.fn()
  const onRemove = vi.fn()
  render(
    <MemoryRouter>
      <ul>
        <CartLineCard line={line} onChange={onChange} onRemove={onRemove} onMove={vi.fn()} />
      </ul>
    </MemoryRouter>,
  )
  return { onChange, onRemove }
}

test('another size can be chosen, unless it is sold out [bag.5]', async () => {
  const { onChange } = show(aCartLine({ productId: largeSoldOut, size: 'M' }))

  await userEvent.selectOptions(screen.getByLabelText('Size of Blue kurta'), 'S')

  expect(onChange).toHaveBeenCalledWith({ size: 'S' })
  expect(screen.getByRole('option', { name: 'Size: L' })).toBeDisabled()
})

test.each([
  ['Standard', 'Standard'],
  ['Try and Buy', 'Try & Buy'],
] as const)('a line bought as %s says so [bag.1]', (purchaseType, text) => {
  show(aCartLine({ productId: largeSoldOut, size: 'M', purchaseType }))

  expect(screen.getByText(text)).toBeVisible()
})

test('quantities from one to eight can be chosen [bag.5]', async () => {
  const { onChange } = show(aCartLine({ productId: largeSoldOut, size: 'M' }))
  const quantity = screen.getByLabelText('Quantity of Blue kurta')

  await userEvent.selectOptions(quantity, '8')

  expect(onChange).toHaveBeenCalledWith({ quantity: 8 })
  expect(within(quantity).getAllByRole('option')).toHaveLength(8)
})

test('a card whose size is sold out says so and has no quantity [bag.5]', () => {
  show(aCartLine({ productId: largeSoldOut, size: 'L' }))

  expect(screen.getByText('Sold Out')).toBeVisible()
  expect(screen.getByText('Size L is sold out. Choose another size.')).toBeVisible()
  expect(screen.queryByLabelText('Quantity of Blue kurta')).toBeNull()
})

test('if every size is sold out none is offered [bag.5]', () => {
  const soldOut = { ...largeSoldOut, stock: { S: 0, M: 0, L: 0 } }
  show(aCartLine({ productId: soldOut, size: 'L' }))

  expect(screen.getByText('All sizes are sold out.')).toBeVisible()
  expect(screen.queryByText(/Choose another size/)).toBeNull()
})

test('a quantity above the stock is reported [bag.2]', () => {
  show(aCartLine({ productId: largeSoldOut, size: 'S', quantity: 3 }))

  expect(screen.getByText('Only 1 left in size S. Please reduce the quantity.')).toBeVisible()
})

test('a Try & Buy item has a trial size, a Standard item none [bag.6]', async () => {
  const line = aCartLine({ productId: aProduct(), purchaseType: 'Try and Buy', trialSize: 'S' })
  const { onChange } = show(line)
  const sizes = within(screen.getByRole('group', { name: 'Also try' }))

  await userEvent.click(sizes.getByRole('radio', { name: 'L' }))

  expect(onChange).toHaveBeenCalledWith({ trialSize: 'L' })
  expect(sizes.getAllByRole('radio')).toHaveLength(2)
  expect(sizes.getByRole('radio', { name: 'S' })).toBeChecked()
})
