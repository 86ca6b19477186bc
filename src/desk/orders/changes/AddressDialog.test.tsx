import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import type { DeliveryPlace } from '#contract/staff/addressChange.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { texts } from '#desk/orders/texts.ts'
import { aStaffOrder, meera, minutesFromNow } from '#tests/support/desk/deskOrders.ts'
import { type DeskServer, stubDeskServer } from '#tests/support/desk/deskServer.ts'

let server: DeskServer

beforeEach(() => {
  localStorage.clear()
  saveSession({ token: 'fresh', person: meera })
  server = stubDeskServer()
})

async function showOrder(order: StaffOrder) {
  server.order = order
  history.replaceState(null, '', `/desk/orders/${order.number}`)
  render(<Desk />)
  await screen.findByRole('region', { name: texts.order.items })
}

const part = (name: string) => within(screen.getByRole('region', { name }))

const inIndore = (...ids: string[]): DeliveryPlace => ({
  ...{ city: 'Indore', state: 'Madhya Pradesh' },
  warehouses: ids.map((id) => ({
    ...{ id, name: id === 'indore' ? 'Vijay Nagar' : 'Annapurna', isOpen: true },
    promisedBy: minutesFromNow(60),
  })),
})

describe('a correction of the address', () => {
  async function openDialog() {
    const user = userEvent.setup()
    server.places = { 452010: inIndore('indore'), 452002: inIndore('indore', 'annapurna') }
    await showOrder(aStaffOrder())
    await user.click(
      part(texts.order.customer).getByRole('button', { name: texts.correct.openLabel }),
    )
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }

  test('says before what becomes of the promise, and is sent with what was seen [board.6]', async () => {
    const { user, dialog } = await openDialog()
    expect(dialog.getByLabelText(addressTexts.street)).toHaveValue('12 Palm Residency, Vijay Nagar')
    expect(dialog.getByLabelText(addressTexts.receiverPhone)).toHaveValue('9826098260')
    await user.type(dialog.getByLabelText(addressTexts.house), 'B-4')
    expect(dialog.getByText(/^Stays: /)).toBeVisible()
    await user.clear(dialog.getByLabelText(addressTexts.postalCode))
    await user.type(dialog.getByLabelText(addressTexts.postalCode), '452002')
    expect(
      await dialog.findByText(texts.correct.served('Indore 452002', 'Vijay Nagar')),
    ).toBeVisible()
    expect(dialog.getByText(/^Made anew: /)).toBeVisible()
    expect(dialog.getByText(texts.correct.told)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: texts.correct.save }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.changes.address).toEqual([
      {
        ...{ from: 'new', corrections: 0 },
        address: {
          ...{ label: 'home', house: 'B-4', street: '12 Palm Residency, Vijay Nagar' },
          ...{ city: 'Indore', state: 'Madhya Pradesh', postalCode: '452002' },
        },
      },
    ])
  })

  test('names another receiver, whose number is asked for [board.6]', async () => {
    const { user, dialog } = await openDialog()
    await user.clear(dialog.getByLabelText(addressTexts.receiverName))
    await user.type(dialog.getByLabelText(addressTexts.receiverName), 'Kavita Joshi')
    await user.clear(dialog.getByLabelText(addressTexts.receiverPhone))
    await user.click(dialog.getByRole('button', { name: texts.correct.save }))
    const phone = dialog.getByLabelText(addressTexts.receiverPhone)
    expect(phone).toHaveFocus()
    expect(phone).toHaveAccessibleDescription(addressTexts.receiverPhoneMissing)
    await user.type(dialog.getByLabelText(addressTexts.receiverPhone), '+91 98260 12345')
    await user.click(dialog.getByRole('button', { name: texts.correct.save }))

    await waitFor(() => expect(server.changes.address).toHaveLength(1))
    expect(server.changes.address).toMatchObject([
      { receiver: { name: 'Kavita Joshi', contactNumber: '9826012345' } },
    ])
  })

  test('to another warehouse’s area or an unknown PIN code is stopped with the reason [board.6]', async () => {
    const { user, dialog } = await openDialog()
    server.places['411014'] = {
      ...{ city: 'Pune', state: 'Maharashtra' },
      warehouses: [
        { id: 'pune', name: 'Viman Nagar', isOpen: true, promisedBy: minutesFromNow(9) },
      ],
    }
    const pin = dialog.getByLabelText(addressTexts.postalCode)
    await user.clear(pin)
    await user.type(pin, '411014')
    const reason = texts.correct.otherWarehouse('Pune 411014', 'Viman Nagar', 'Vijay Nagar')
    expect(await dialog.findByText(reason)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: texts.correct.save }))
    expect(pin).toHaveFocus()
    expect(pin).toHaveAccessibleDescription(reason)
    await user.clear(pin)
    await user.type(pin, '999999')
    expect(await dialog.findByText(addressTexts.unknownPlace('999999'))).toBeVisible()
    expect(server.changes.address).toBeUndefined()
  })

  test('of another flat is judged by the place that the customer chose on the map [board.6]', async () => {
    server.places = {
      // The middle of the PIN code is another warehouse's.
      452010: inIndore('annapurna'),
      '452010 22.7533': inIndore('indore'),
    }
    await showOrder(aStaffOrder({ state: 'ready' }))
    const user = userEvent.setup()
    await user.keyboard('e')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(addressTexts.house), 'B-4')
    expect(
      await dialog.findByText(texts.correct.served('Indore 452010', 'Vijay Nagar')),
    ).toBeVisible()
    expect(dialog.getByText(texts.correct.labelAgain)).toBeVisible()
    await user.type(dialog.getByLabelText(addressTexts.street), ', second lane')
    expect(await dialog.findByText(/in the area of Annapurna/)).toBeVisible()
  })

  test('is offered until the order leaves [board.6]', async () => {
    await showOrder(aStaffOrder({ state: 'withRider', status: 'Shipped' }))
    expect(
      part(texts.order.customer).queryByRole('button', { name: texts.correct.openLabel }),
    ).toBeNull()
  })
})
