import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { anOrder, aUser } from '#tests/support/shopper/builders.ts'
import { ComplaintForm } from './ComplaintForm.tsx'

beforeEach(() => clearPersisted())

function show(response: object, status = 200) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return Response.json(response, { status })
  })
  render(<ComplaintForm />)
  return sent
}

const fill = async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('Mobile number'), '98260 41375')
  await userEvent.type(screen.getByLabelText('What went wrong?'), 'The parcel was open')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit complaint' }))

test('a complaint gets a ticket number [law.1] [support.1]', async () => {
  const sent = show({ success: true, result: { ticket: 'C-7K3M9QXZ' } })

  await fill()
  await submit()

  expect(await screen.findByRole('status')).toHaveTextContent('Your ticket number is C-7K3M9QXZ')
  expect(sent).toEqual([
    { name: 'Asha Rao', contactNumber: '9826041375', text: 'The parcel was open' },
  ])
})

test.each(['919826041375', '+91 98260 41375', '\u202a09826041375\u202c', '९८२६०४१३७५'])(
  'a number pasted as %s is never cut to another one [law.1] [bag.12]',
  async (pasted) => {
    const sent = show({ success: true, result: { ticket: 'C-1' } })

    await userEvent.type(screen.getByLabelText('Name'), 'आशा राव')
    await userEvent.click(screen.getByLabelText('Mobile number'))
    await userEvent.paste(pasted)
    await userEvent.type(screen.getByLabelText('What went wrong?'), 'Open')
    await submit()

    await screen.findByRole('status')
    expect(sent).toMatchObject([{ name: 'आशा राव', contactNumber: '9826041375' }])
  },
)

test('a number with a digit too many, and a name with digits, are reported [law.1] [bag.12]', async () => {
  const sent = show({})

  await userEvent.type(screen.getByLabelText('Name'), 'R2D2')
  await userEvent.click(screen.getByLabelText('Mobile number'))
  await userEvent.paste('98260413751')
  await submit()

  expect(screen.getByLabelText('Mobile number')).toHaveValue('98260413751')
  expect(screen.getByText('Enter a valid mobile number')).toBeVisible()
  expect(screen.getByText('Enter your name, in letters only')).toBeVisible()
  expect(sent).toEqual([])
})

test('missing fields are reported at the field, and nothing is sent [law.1]', async () => {
  const sent = show({})

  await submit()

  expect(screen.getByText('Enter your name')).toBeVisible()
  expect(screen.getByText('Enter a valid mobile number')).toBeVisible()
  expect(screen.getByText('Tell us what went wrong')).toBeVisible()
  expect(sent).toEqual([])
})

test('a refusal is reported, and the text stays [law.1]', async () => {
  show({ success: false, code: 'too_many', msg: 'We have several complaints already' }, 429)

  await fill()
  await submit()

  expect(await screen.findByText('We have several complaints already')).toBeVisible()
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('The parcel was open')
})

test('a draft is still there on the next visit, until it is sent [law.1]', async () => {
  show({ success: true, result: { ticket: 'C-7K3M9QXZ' } })
  await fill()
  cleanup()

  render(<ComplaintForm />)
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('The parcel was open')
  // Name and number are not kept on the device.
  await userEvent.type(screen.getByLabelText('Name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('Mobile number'), '98260 41375')
  await submit()
  await screen.findByRole('status')
  cleanup()

  render(<ComplaintForm />)
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('')
})

test('a customer picks the order with a tap, or types another number [law.1]', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return Response.json({ success: true, result: { ticket: 'C-1' } })
  })
  render(<ComplaintForm orders={[anOrder(), anOrder({ _id: 'two', orderID: 'PEH-TWO' })]} />)
  expect(screen.getByRole('radio', { name: 'Another order or something else' })).toBeChecked()

  await userEvent.click(screen.getByRole('radio', { name: /PEH-TWO/ }))

  expect(screen.queryByLabelText('Order ID (optional)')).toBeNull()
  await fill()
  await submit()
  await screen.findByRole('status')
  expect(sent).toEqual([expect.objectContaining({ orderId: 'PEH-TWO' })])
})

test('a guest’s draft is still there after the login [law.1]', async () => {
  show({})
  await fill()
  cleanup()

  saveSession(aUser())
  render(<ComplaintForm />)

  expect(screen.getByLabelText('What went wrong?')).toHaveValue('The parcel was open')
  clearSession()
})

test('a draft is not shown to another customer, or to anybody a day later [law.1]', async () => {
  show({})
  saveSession(aUser())
  await fill()
  cleanup()

  saveSession(aUser({ _id: 'ravi' }))
  render(<ComplaintForm />)
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('')
  cleanup()

  saveSession(aUser())
  render(<ComplaintForm />)
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('The parcel was open')
  cleanup()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
  render(<ComplaintForm />)
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('')
  vi.useRealTimers()
  clearSession()
})

test('a link about an order chooses it; another one can be chosen [law.1]', async () => {
  const orders = [anOrder(), anOrder({ _id: 'two', orderID: 'PEH-TWO' })]
  render(<ComplaintForm orders={orders} orderNumber="PEH-TWO" />)

  const chosen = () => screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)
  expect(chosen()).toEqual([false, true, false])
  await userEvent.click(screen.getAllByRole('radio')[0]!)
  expect(chosen()).toEqual([true, false, false])
})

test('a link about an older order fills in its number [law.1]', () => {
  render(<ComplaintForm orders={[anOrder()]} orderNumber="PEH-OLD" />)

  expect(screen.getByRole('textbox', { name: 'Order ID (optional)' })).toHaveValue('PEH-OLD')
})
