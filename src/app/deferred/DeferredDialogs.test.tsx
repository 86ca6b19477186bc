import { act, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { DeferredDialogs, Location, Login } from './DeferredDialogs.tsx'
import { RequestedDialogs } from './RequestedDialogs.tsx'

const store = getDefaultStore()
const title = 'We are not serviceable in your area.'
const indore = { text: 'Indore', city: 'Indore', latitude: '22.75', longitude: '75.89' }
const delivery = { deliveryTime: 25, unit: 'minutes', tryAndBuy: true, city: 'Indore' }

beforeEach(() => clearPersisted())

test('the "not serviceable" dialog closes once another tab chooses a place with delivery [loc.9] [loc.10]', async () => {
  renderInStore(
    <>
      <DeferredDialogs />
      <RequestedDialogs dialogs={{ Login, Location }} retry={() => undefined} />
    </>,
  )
  await store.set(locationAtom, () => indore)
  expect(await screen.findByRole('dialog', { name: title, hidden: true })).toBeInTheDocument()

  await act(() => store.set(locationAtom, (place) => place && { ...place, delivery }))

  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: title, hidden: true })).toBeNull(),
  )
})
