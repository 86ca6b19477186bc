import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { Point } from '#contract/location.ts'
import { renderInStore } from '#tests/support/renderInStore.tsx'
import { AddressDialog } from './AddressDialog.tsx'

const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.7533,
  longitude: 75.8937,
}

const chosen = { latitude: 22.75, longitude: 75.89 }

function show(near: Point | null = chosen) {
  const onSave = vi.fn().mockResolvedValue(true)
  const onClose = vi.fn()
  const { asked } = renderInStore(
    <AddressDialog near={near ?? undefined} onSave={onSave} onClose={onClose} />,
    { answers: { 'places/reverse': vijayNagar } },
  )
  return { asked, onSave, onClose }
}

const toForm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Update the pin & proceed' }))

test('on a phone the pin comes first, then the form, and back [loc.4]', async () => {
  show()
  expect(screen.getByRole('dialog', { name: 'Updating address...' })).toBeVisible()
  await screen.findByRole('dialog', { name: 'Add address' })
  expect(screen.queryByLabelText('Address')).toBeNull()

  await toForm()
  expect(screen.getByLabelText('Address')).toHaveValue('Vijay Nagar')
  expect(screen.getByLabelText('City / District')).toHaveValue('Indore')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))

  expect(screen.getByRole('application')).toBeVisible()
})

test('an address needs a label [loc.6]', async () => {
  const { onSave } = show()
  await screen.findByRole('dialog', { name: 'Add address' })
  await toForm()

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(screen.getByRole('alert')).toHaveTextContent('Please select an address label!')
  expect(onSave).not.toHaveBeenCalled()
})

test('it is saved with its landmark and its point, and closes [loc.4] [loc.5]', async () => {
  const { onSave, onClose } = show()
  await screen.findByRole('dialog', { name: 'Add address' })
  await toForm()

  await userEvent.type(screen.getByLabelText('Landmark & Area name (optional)'), 'near the lake')
  await userEvent.click(screen.getByRole('button', { name: 'Work' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(onSave).toHaveBeenCalledWith({
    label: 'work',
    street: 'Vijay Nagar, near the lake',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    latitude: '22.75',
    longitude: '75.89',
  })
  expect(onClose).toHaveBeenCalled()
})

test('arrow keys move the pin, and the place there is looked up when they rest [loc.4] [loc.11] [a11y.1]', async () => {
  const { asked } = show()
  await screen.findByRole('dialog', { name: 'Add address' })
  const map = screen.getByRole('application')

  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  expect(asked.filter((path) => path.startsWith('places/reverse'))).toHaveLength(1)
  fireEvent.keyUp(map, { key: 'ArrowUp' })

  expect(await screen.findByRole('dialog', { name: 'Updating address...' })).toBeVisible()
  const moved = asked.filter((path) => path.startsWith('places/reverse'))[1] ?? ''
  expect(Number(new URLSearchParams(moved.split('?')[1]).get('lat'))).toBeGreaterThan(22.751)
})

const needsPlace = 'Please choose the place on the map'

test('where the map opens by itself is no address: the place has to be chosen [loc.4]', async () => {
  const { asked } = show(null)
  await toForm()
  expect(screen.getByRole('alert')).toHaveTextContent(needsPlace)
  expect(screen.queryByLabelText('Address')).toBeNull()
  expect(asked).toEqual([])

  const map = screen.getByRole('application')
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyUp(map, { key: 'ArrowUp' })
  await screen.findByRole('dialog', { name: 'Add address' })
  expect(screen.queryByRole('alert')).toBeNull()
  await toForm()

  expect(screen.getByLabelText('Address')).toHaveValue('Vijay Nagar')
})

test('on a wide screen nothing is saved without a chosen place [loc.4]', async () => {
  const wide = Object.assign(matchMedia(''), { matches: true })
  vi.stubGlobal('matchMedia', () => wide)
  const { onSave } = show(null)
  expect(screen.getByLabelText('City / District')).toHaveValue('')
  await userEvent.type(screen.getByLabelText('Address'), '12 Palm Residency')
  await userEvent.type(screen.getByLabelText('City / District'), 'Indore')
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))

  await userEvent.click(screen.getByRole('button', { name: 'Save & Continue' }))

  expect(screen.getByRole('alert')).toHaveTextContent(needsPlace)
  expect(onSave).not.toHaveBeenCalled()
})
