import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import {
  receiverAtom,
  ReceiverForm,
  receiverToSend,
  type ReceiverDraft,
  useReceiver,
} from './Receiver.tsx'

const asha = { name: 'Asha Rao', contactNumber: '9826041375' }

function Form({ own }: { own: ReceiverDraft }) {
  const receiver = useReceiver(own)
  return (
    <>
      <ReceiverForm receiver={receiver} />
      <button onClick={receiver.askForCorrection}>Proceed</button>
    </>
  )
}

async function open(own: ReceiverDraft = { name: '', contactNumber: '' }) {
  render(<Form own={own} />)
  await userEvent.click(screen.getByText("Receiver's Information"))
  return {
    section: screen.getByRole('group'),
    name: screen.getByLabelText('Name'),
    phone: screen.getByLabelText('Phone'),
  }
}

const typed = () => getDefaultStore().get(receiverAtom)

beforeEach(() => clearPersisted())

test('the receiver is the customer unless another one is entered [bag.13]', async () => {
  const { name, phone } = await open(asha)
  expect(name).toHaveValue('Asha Rao')
  expect(phone).toHaveValue('9826041375')
  expect(typed()).toBeNull()

  await userEvent.clear(name)
  await userEvent.type(name, 'Meera Joshi')

  expect(typed()).toEqual({ name: 'Meera Joshi', contactNumber: '9826041375' })
})

test('no receiver is sent for an untouched or emptied form, another one with single spaces [bag.13] [bag.14]', () => {
  const contactNumber = '9826041375'

  expect(receiverToSend(null)).toBeUndefined()
  expect(receiverToSend({ name: '  ', contactNumber: '' })).toBeUndefined()
  expect(receiverToSend({ name: ' Meera  Joshi ', contactNumber })).toEqual({
    name: 'Meera Joshi',
    contactNumber,
  })
})

test.each([
  ['आशा राव', 'आशा राव'],
  ['D\u2019Souza', "D'Souza"],
  ['José', 'José'],
])('the receiver may be called %s [bag.12] [bag.13]', async (written, saved) => {
  const { name, phone } = await open()

  await userEvent.type(name, written)
  await userEvent.type(phone, '९८२६०४१३७५')
  await userEvent.tab()

  expect(name).toBeValid()
  expect(phone).toHaveValue('9826041375')
  expect(receiverToSend(typed() ?? null)).toEqual({ name: saved, contactNumber: '9826041375' })
})

test('an invalid name is reported at the name and can be corrected at once [bag.9] [bag.12] [bag.13]', async () => {
  const { section, name, phone } = await open()

  await userEvent.type(name, 'R2D2')
  expect(name).toBeValid()
  await userEvent.type(phone, '9826041375')

  expect(name).toBeInvalid()
  expect(name).toHaveAccessibleDescription("Please enter a valid receiver's name")
  expect(phone).toBeValid()
  await userEvent.clear(name)
  await userEvent.type(name, 'Meera Joshi')

  expect(name).toBeValid()
  expect(name).toHaveFocus()
  expect(section).toHaveAttribute('open')
  expect(typed()).toEqual({ name: 'Meera Joshi', contactNumber: '9826041375' })
})

test('an invalid number is reported at the number once the field was left [bag.9] [bag.12]', async () => {
  const { section, name, phone } = await open()

  await userEvent.type(name, 'Meera')
  await userEvent.type(phone, '58260413759')
  expect(phone).toHaveValue('5826041375')
  expect(phone).toBeValid()
  await userEvent.tab()

  expect(phone).toBeInvalid()
  expect(phone).toHaveAccessibleDescription('Please enter a valid phone number for receiver')
  expect(name).toBeValid()
  await userEvent.clear(phone)
  expect(phone).toHaveAccessibleDescription('Please enter all receiver details')
  await userEvent.type(phone, '9826041375')

  expect(phone).toBeValid()
  expect(section).toHaveAttribute('open')
})

test('a number copied with its country code keeps its ten digits [bag.9]', async () => {
  const { phone } = await open()

  await userEvent.click(phone)
  await userEvent.paste('+91 98260 41375')

  expect(phone).toHaveValue('9826041375')
})

test('a closed section stays closed until the shopper proceeds with an error in it [bag.9] [bag.12]', async () => {
  const { section, name, phone } = await open()
  await userEvent.type(name, 'Meera')
  await userEvent.click(screen.getByText("Receiver's Information"))
  expect(section).not.toHaveAttribute('open')

  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))

  expect(section).toHaveAttribute('open')
  expect(phone).toHaveFocus()
  await waitFor(() =>
    expect(phone).toHaveAccessibleDescription('Please enter all receiver details'),
  )
})
