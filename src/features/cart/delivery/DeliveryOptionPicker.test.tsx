import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { rupees } from '#tests/support/shopper/builders.ts'
import { DeliveryOptionPicker, type DeliveryOption } from './DeliveryOptionPicker.tsx'

const options: DeliveryOption[] = [
  {
    purchaseType: 'Try and Buy',
    charge: rupees(49),
    conditions: '<p>Choose <strong>two sizes</strong><script>alert(1)</script></p>',
  },
  { purchaseType: 'Standard', charge: rupees(0), conditions: '<p>Return within 24 hours</p>' },
]

test('each option shows its charge and sanitised conditions, and can be chosen [bag.7] [bag.8] [safe.5]', async () => {
  const onChoose = vi.fn()
  render(<DeliveryOptionPicker options={options} value="Standard" onChoose={onChoose} />)
  const trial = screen.getByRole('radio', { name: 'Try & Buy' })

  expect(screen.getByRole('radio', { name: 'Standard' })).toBeChecked()
  expect(trial).toHaveAccessibleDescription('Choose two sizes')
  expect(screen.getByText('₹49')).toBeVisible()
  expect(screen.getByText('FREE')).toBeVisible()
  await userEvent.click(trial)

  expect(onChoose).toHaveBeenCalledWith('Try and Buy')
})
