import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import AddressesPage from './AddressesPage.tsx'

const home = {
  _id: 'a1',
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: '22.75',
  longitude: '75.89',
}
const refused = { success: false, code: 'forbidden', msg: 'The store does not want it' }

async function removeHome() {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove home' }))
  const confirmation = screen.getByRole('dialog', { name: 'Remove this address?' })
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Remove' }))
}

const writeHouse = () =>
  userEvent.type(screen.getByLabelText('House or flat number, floor, building'), 'Flat 302')

/** `responses` by method; an error is a refusal. */
function show(responses: Record<string, object>) {
  const methods: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    methods.push(request.method)
    const response = responses[request.method] ?? { success: true, address: [home] }
    return Response.json(response, {
      status: 'code' in response ? 403 : 200,
      headers: { 'x-api': '1' },
    })
  })
  render(
    <MemoryRouter initialEntries={['/myaccount/addresses']}>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <AddressesPage />
        <Toasts />
      </SWRConfig>
    </MemoryRouter>,
  )
  return { methods }
}

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
})
afterEach(clearSession)

test('addresses are listed, with a loading state before [addr.1]', async () => {
  show({})
  expect(screen.getByText('Loading addresses...')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add New Address' })).toBeNull()

  expect(await screen.findByText('12 Palm Residency')).toBeVisible()
  expect(screen.getByText('Indore, Madhya Pradesh, 452010')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add New Address' })).toBeVisible()
})

test('an empty list says so [addr.1]', async () => {
  show({ GET: { success: true, address: [] } })

  expect(await screen.findByText('No addresses found. Add a new address below.')).toBeVisible()
})

test('a removed address disappears with the server’s message [addr.2]', async () => {
  show({ DELETE: { success: true, message: 'Address deleted successfully!' } })

  await removeHome()

  expect(await screen.findByText('Address deleted successfully!')).toBeInTheDocument()
  expect(screen.queryByText('12 Palm Residency')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing is removed without a confirmation [addr.1]', async () => {
  const { methods } = show({})
  await userEvent.click(await screen.findByRole('button', { name: 'Remove home' }))
  const confirmation = screen.getByRole('dialog', { name: 'Remove this address?' })
  expect(
    within(confirmation).getByText('HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010'),
  ).toBeVisible()

  await userEvent.click(within(confirmation).getByRole('button', { name: 'Keep address' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('12 Palm Residency')).toBeVisible()
  expect(methods).not.toContain('DELETE')
})

test('an address that could not be removed stays, with the reason [addr.2]', async () => {
  show({ DELETE: refused })

  await removeHome()

  expect(await screen.findByText('The store does not want it')).toBeInTheDocument()
  expect(screen.getByText('12 Palm Residency')).toBeVisible()
})

test('without a reason of the server there is a default message [addr.2]', async () => {
  show({ DELETE: { success: false, code: 'forbidden', msg: '' } })

  await removeHome()

  expect(await screen.findByText('Failed to delete address!')).toBeInTheDocument()
})

test('a failed addition is reported, and the address stays in the form [addr.2] [loc.4]', async () => {
  show({
    GET: {
      success: true,
      address: [],
      result: {
        ...{ formattedAddress: 'Palasia, Indore', city: 'Indore', state: 'Madhya Pradesh' },
        ...{ postalCode: '452001', latitude: 22.7, longitude: 75.8, data: [] },
      },
    },
    POST: refused,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add New Address' }))
  const map = await screen.findByRole('application')
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyUp(map, { key: 'ArrowUp' })
  await screen.findByText('Indore, Madhya Pradesh 452001')
  await userEvent.click(screen.getByRole('button', { name: 'Update the pin & proceed' }))
  await userEvent.click(screen.getByRole('button', { name: 'Other' }))
  await writeHouse()
  await userEvent.type(screen.getByLabelText('Address'), 'Lake Road')

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(await screen.findByText('Address could not be added!')).toBeInTheDocument()
  expect(screen.getByLabelText('Address')).toHaveValue('Lake Road')
})

test('no addresses are requested without a token [addr.2]', async () => {
  clearSession()
  const { methods } = show({})

  expect(await screen.findByText('No addresses found. Add a new address below.')).toBeVisible()
  expect(methods).not.toContain('GET')
})

test('an address that was saved without a house asks for it when it is changed [loc.5]', async () => {
  const { methods } = show({ PUT: { success: true, address: home } })
  await userEvent.click(await screen.findByRole('button', { name: 'Change Address' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update the pin & proceed' }))

  await userEvent.click(screen.getByRole('button', { name: 'Update Address' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter your house or flat number')
  expect(methods).not.toContain('PUT')

  await writeHouse()
  await userEvent.click(screen.getByRole('button', { name: 'Update Address' }))
  await waitFor(() => expect(methods).toContain('PUT'))
})

test('a refused change shows the server’s message [addr.2]', async () => {
  const msg = 'The pincode and the pin on the map are in different places.'
  show({ PUT: { success: false, code: 'invalid', msg } })

  await userEvent.click(await screen.findByRole('button', { name: 'Change Address' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update the pin & proceed' }))
  await writeHouse()
  await userEvent.click(screen.getByRole('button', { name: 'Update Address' }))

  expect(await screen.findByText(msg)).toBeInTheDocument()
})

test('a failed change is reported, and the form stays open [addr.2] [loc.4] [loc.5]', async () => {
  show({ PUT: refused })

  await userEvent.click(await screen.findByRole('button', { name: 'Change Address' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update the pin & proceed' }))
  await writeHouse()
  await userEvent.click(screen.getByRole('button', { name: 'Update Address' }))

  expect(await screen.findByText('Address could not be updated!')).toBeInTheDocument()
  expect(screen.getByLabelText('Address')).toHaveValue('12 Palm Residency')
})
