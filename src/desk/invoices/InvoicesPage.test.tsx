import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import type { StaffInvoice } from '#contract/staff/board.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { aStaffOrder, meera } from '#tests/support/desk/deskOrders.ts'
import { type DeskServer, stubDeskServer } from '#tests/support/desk/deskServer.ts'
import { paise } from '#tests/support/shopper/builders.ts'
import { texts } from './texts.ts'

let server: DeskServer

const invoice: StaffInvoice = {
  kind: 'invoice',
  number: 'PEH/2026-27/000042',
  at: '2026-11-27T06:30:00.000Z',
  seller: { name: 'Pehno Retail LLP', address: '14 MG Road, Indore', gstin: '23AABCP1234A1Z5' },
  buyer: { name: 'Ananya Rao', address: '12 Vijay Nagar, Indore' },
  lines: [
    {
      ...{ name: 'Saanjh kurti, M', hsn: '6206', quantity: 1, gstPercent: 5 },
      ...{ taxable: paise(951_42), cgst: paise(23_79), sgst: paise(23_79), igst: paise(0) },
      total: paise(999_00),
    },
  ],
  total: paise(999_00),
}

beforeEach(() => {
  localStorage.clear()
  saveSession({ token: 'fresh', person: meera })
  server = stubDeskServer()
  server.order = aStaffOrder()
})

function showInvoices() {
  history.replaceState(null, '', `/desk/orders/${aStaffOrder().number}/invoices`)
  render(<Desk />)
}

describe('the invoices of an order', () => {
  test('are shown with tax as they will be printed [pack.3]', async () => {
    server.invoices = [
      invoice,
      { ...invoice, kind: 'credit_note', number: 'PEH-CN/2026-27/000007', total: paise(50_00) },
    ]
    showInvoices()

    const paper = within(await screen.findByRole('region', { name: /^Tax invoice PEH/ }))
    expect(paper.getByText('GSTIN: 23AABCP1234A1Z5')).toBeVisible()
    expect(paper.getAllByText('₹951.42').length).toBeGreaterThan(0)
    expect(screen.getByRole('region', { name: /^Credit note PEH-CN/ })).toBeVisible()
    expect(screen.getByRole('button', { name: texts.print })).toBeEnabled()
  })

  test('say when there is none yet [pack.3]', async () => {
    showInvoices()
    expect(await screen.findByText(texts.none.title)).toBeVisible()
  })
})
