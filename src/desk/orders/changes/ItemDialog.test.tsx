import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { StaffOrder, StaffOrderLine } from '#contract/staff/board.ts'
import { texts as productTexts } from '#desk/products/texts.ts'
import { theme } from '#desk/ui/theme/theme.ts'
import { blockKurti } from '#tests/support/desk/blockKurti.ts'
import { aStaffOrder } from '#tests/support/desk/deskOrders.ts'
import { stubDeskServer, succeed } from '#tests/support/screens/stubDeskServer.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { moneyOfChange } from './moneyOfChange.ts'
import { texts } from '#desk/orders/texts.ts'

const names = texts.change

/** The search finds a kurti for every order, and a top of a brand without Try & Buy. */
function showDialog(changes: Partial<StaffOrder>, lineChanges: Partial<StaffOrderLine> = {}) {
  const brand = { ...blockKurti.brand, is_try_and_buy_visible: true }
  const top = { ...blockKurti, _id: 'top', name: 'Silk top' }
  const data = [{ ...blockKurti, brand }, top]
  stubDeskServer({
    'GET /api/products/list': () => succeed({ data, total: data.length, nextCursor: null }),
  })
  const order = aStaffOrder(changes)
  const line = { ...order.lines[0]!, trialSize: null, ...lineChanges }
  const onSave = vi.fn()
  render(
    <MantineProvider theme={theme}>
      <ItemDialog
        order={{ ...order, lines: [line] }}
        {...{ line, onSave, problem: undefined, isBusy: false }}
        {...{ onEdit: () => undefined, onClose: () => undefined }}
      />
    </MantineProvider>,
  )
  return { user: userEvent.setup(), onSave, line }
}

type User = ReturnType<typeof userEvent.setup>

async function findKurti(user: User) {
  await user.click(screen.getByRole('radio', { name: names.replace }))
  await user.type(screen.getByRole('searchbox', { name: productTexts.search }), 'kurti')
  return screen.findByRole('button', { name: productTexts.add('Block kurti', 'M', 2) })
}

async function chooseKurti(user: User) {
  await user.click(await findKurti(user))
  await user.click(screen.getByRole('radio', { name: names.reasons.customerAsked }))
}

test('another item is found, and sent instead after the customer agreed [board.4]', async () => {
  const { user, onSave, line } = showDialog(
    { isPaid: false, duePaise: 1500_00 },
    { quantity: 1, pricePaise: 1200_00, netPaise: 1100_00 },
  )
  await chooseKurti(user)
  expect(screen.getByText(names.lessDue('₹1,299.00'))).toBeVisible()

  await user.click(screen.getByRole('button', { name: names.replaceWith('Block kurti') }))
  expect(screen.getByText(names.confirmAgreed)).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()

  await user.click(screen.getByRole('checkbox', { name: names.agreed }))
  await user.click(screen.getByRole('button', { name: names.replaceWith('Block kurti') }))
  expect(onSave).toHaveBeenCalledWith({
    call: 'replaceItem',
    body: {
      ...{ item: line.item, productId: 'kurti', size: 'M' },
      ...{ reason: 'customerAsked', hasAgreed: true },
    },
  })
})

test('the difference of a dearer item is collected at the door of a paid order [board.4]', async () => {
  const { user, onSave } = showDialog(
    { isPaid: true, duePaise: 0 },
    { quantity: 1, pricePaise: 900_00, netPaise: 900_00 },
  )
  await chooseKurti(user)
  await user.click(screen.getByRole('checkbox', { name: names.agreed }))

  expect(screen.getByText(names.collected('₹99.00'))).toBeVisible()
  await user.click(screen.getByRole('button', { name: names.replaceWith('Block kurti') }))
  expect(onSave).toHaveBeenCalledTimes(1)
})

const onTrial = { quantity: 1, size: 'M', trialSize: 'L', pricePaise: 900_00, netPaise: 900_00 }

test('in the place of an item on trial one size comes, and the missing size of the two is written off [board.4] [pack.2]', async () => {
  const { user, onSave, line } = showDialog(
    { isPaid: true, duePaise: 0, purchaseType: 'Try and Buy' },
    onTrial,
  )
  await chooseKurti(user)
  expect(screen.getByText(names.oneSize)).toBeVisible()
  expect(screen.queryByLabelText(names.missingSize)).toBeNull()

  await user.click(screen.getByRole('radio', { name: names.reasons.notFound }))
  await user.selectOptions(screen.getByLabelText(names.missingSize), 'L')
  await user.click(screen.getByRole('checkbox', { name: names.agreed }))
  expect(screen.getByText(names.writtenOff(1, 'L'), { exact: false })).toBeVisible()
  expect(screen.getByText(names.collected('₹99.00'))).toBeVisible()
  await user.click(screen.getByRole('button', { name: names.replaceWith('Block kurti') }))

  expect(onSave).toHaveBeenCalledWith({
    call: 'replaceItem',
    body: {
      ...{ item: line.item, productId: 'kurti', size: 'M', missingSize: 'L' },
      ...{ reason: 'notFound', hasAgreed: true },
    },
  })
})

test('a brand without Try & Buy is not offered for a trial, and is for other orders [board.4]', async () => {
  const { user } = showDialog({ purchaseType: 'Try and Buy' }, onTrial)
  await findKurti(user)
  expect(screen.queryByText('Silk top')).toBeNull()
  cleanup()

  const standard = showDialog({ purchaseType: 'Standard' })
  await findKurti(standard.user)
  expect(screen.getByText('Silk top')).toBeVisible()
})

test('a swap says which of the two sizes on trial it takes the place of [board.4]', async () => {
  const { user, onSave, line } = showDialog(
    { purchaseType: 'Try and Buy' },
    { ...onTrial, otherSizes: [{ size: 'XL', onHand: 3 }] },
  )
  await user.click(screen.getByRole('radio', { name: new RegExp(names.swap('XL')) }))
  await user.selectOptions(screen.getByLabelText(names.replacedSize), 'L')
  await user.click(screen.getByRole('radio', { name: names.reasons.customerAsked }))
  await user.click(screen.getByRole('button', { name: names.swapTo('L', 'XL') }))

  expect(onSave).toHaveBeenCalledWith({
    call: 'swapSize',
    body: { item: line.item, size: 'XL', replaces: 'L', reason: 'customerAsked' },
  })
})

test('a cancelled item lowers what is collected first, and the rest is refunded, as far as it was paid [board.4]', () => {
  const order = aStaffOrder({ isPaid: true, duePaise: 150_00 })
  const amounts = { ...order.amounts, refundablePaise: 300_00 }

  expect(moneyOfChange(order, -100_00)).toBe(names.collected('₹50.00'))
  expect(moneyOfChange(order, -250_00)).toBe(
    `${names.collected('₹0.00')}. ${names.refunded('₹100.00')}`,
  )
  expect(moneyOfChange({ ...order, duePaise: 0, amounts }, -999_00)).toBe(names.refunded('₹300.00'))
})
