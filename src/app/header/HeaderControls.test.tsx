import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import { locationAtom, locationDialogAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { AddressButton } from './HeaderControls.tsx'

const store = getDefaultStore()
const choose = (text: string) =>
  store.set(locationAtom, () => ({ text, city: 'Indore', latitude: '22.75', longitude: '75.89' }))

beforeEach(() => clearPersisted())

test('without an address the button asks for one and opens the search [shell.15] [shell.16]', async () => {
  render(<AddressButton />)

  await userEvent.click(screen.getByRole('button', { name: 'Choose Address' }))

  expect(store.get(locationDialogAtom)).toBe('search')
})

test('a chosen address is shown, cut at 30 characters [shell.15] [shell.16]', async () => {
  await choose('HOME, 12 Palm Residency, Vijay Nagar, Indore')
  render(<AddressButton />)

  expect(screen.getByRole('button')).toHaveTextContent(/^HOME, 12 Palm Residency, Vijay…$/)
})

test('an address of 31 characters loses the last one [shell.15] [shell.16]', async () => {
  await choose('HOME, 12 Palm Residency, Vijaya')
  render(<AddressButton />)

  expect(screen.getByRole('button')).toHaveTextContent(/^HOME, 12 Palm Residency, Vijay…$/)
})

test('an address of 30 characters is shown in full [shell.16]', async () => {
  const text = 'HOME, 12 Palm Residency, Vijay'
  await choose(text)
  render(<AddressButton />)

  expect(text).toHaveLength(30)
  expect(screen.getByRole('button')).toHaveTextContent(new RegExp(`^${text}$`))
})
