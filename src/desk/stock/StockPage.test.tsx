import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import type { StaffRole } from '#contract/staff/roles.ts'
import type { StockRow } from '#contract/staff/stock.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { person, stubDeskServer, succeed, token } from '#tests/support/screens/stubDeskServer.ts'

const row: StockRow = {
  productId: 'kurti',
  size: 'M',
  warehouseId: 'vn',
  code: 'SAA-1087',
  name: 'Block kurti',
  brand: 'Saanjh',
  photo: null,
  warehouse: 'Vijay Nagar',
  onHand: 4,
  reserved: 1,
  shelf: 'B-07',
  lowBelow: 5,
}
const warehouses = [
  { id: 'vn', name: 'Vijay Nagar' },
  { id: 'an', name: 'Annapurna' },
]

function serveStock(handlers: Parameters<typeof stubDeskServer>[0] = {}, role?: StaffRole) {
  return stubDeskServer({
    'GET /api/staff/me': () => succeed({ ...person, role: role ?? 'packer' }),
    'GET /api/staff/warehouses': () => succeed({ data: warehouses }),
    'GET /api/staff/stock': () => succeed({ data: [row], cursor: null }),
    ...handlers,
  })
}

async function openAction(name: string) {
  history.replaceState(null, '', '/desk/stock')
  render(<Desk />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Actions for SAA-1087, size M/ }))
  await user.click(await screen.findByRole('menuitem', { name }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

const bodyOf = (sent: { call: string; body: unknown }[], call: string) =>
  sent.find((one) => one.call === call)?.body

beforeEach(() => saveSession({ token, person: { ...person, role: 'packer' } }))

describe('the stock page', () => {
  test('goods come in, and the row shows the new number [pack.5]', async () => {
    const sent = serveStock({
      'POST /api/staff/stock/change': () => succeed({ ...row, onHand: 10 }),
    })
    const { user, dialog } = await openAction('Goods in')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByLabelText('How many')).toHaveAccessibleDescription(
      /Enter a whole number from 1/,
    )
    await user.type(dialog.getByLabelText('How many'), '6')
    expect(dialog.getByText('10 on hand afterwards')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(bodyOf(sent, 'POST /api/staff/stock/change')).toEqual({
        ...{ productId: 'kurti', size: 'M', warehouseId: 'vn', change: 6, reason: 'goods_in' },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('each scan of the label counts one, another label none, and a refusal stands at the field [pack.5]', async () => {
    const msg = 'Orders need 1 of these. Count again.'
    serveStock({
      'POST /api/staff/stock/count': () =>
        Response.json(
          { success: false, code: 'invalid', msg, fields: { counted: msg } },
          { status: 400, headers: { 'x-api': '1' } },
        ),
    })
    const { user, dialog } = await openAction('Count')
    expect(dialog.getByText(/1 piece of it is reserved for orders/)).toBeVisible()
    const field = dialog.getByLabelText('Scan or type the code on the label')
    await user.type(field, 'SAA-1087-M{Enter}saa-1087-m{Enter}SAA-1087-L{Enter}')
    expect(dialog.getByText('SAA-1087-L is another item')).toBeVisible()
    expect(dialog.getByLabelText('Counted on the shelf')).toHaveValue('2')
    expect(dialog.getByText('3 fewer than the store expects')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(dialog.getByLabelText('Counted on the shelf')).toHaveAccessibleDescription(
        new RegExp(msg),
      ),
    )
  })

  test('support reads stock and its ledger, and changes nothing [pack.5] [staff.3]', async () => {
    saveSession({ token, person: { ...person, role: 'support' } })
    const moves = [
      { id: '1', at: '2026-11-24T06:30:00.000Z', warehouse: 'Vijay Nagar', size: 'M', change: -3 },
    ].map((move) => ({ ...move, reason: 'damaged' }))
    serveStock(
      { 'GET /api/staff/stock/moves': () => succeed({ data: moves, cursor: null }) },
      'support',
    )
    const { dialog } = await openAction('Ledger')

    expect(await dialog.findByRole('row', { name: /M Vijay Nagar Damaged −3/ })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Goods in' })).toBeNull()
  })
})
