import { render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import type { Delivery } from '#contract/location.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { DeliveryPromise } from './DeliveryPromise.tsx'
import { locationAtom } from './locationAtom.ts'

const within = (deliveryTime: number, unit = 'minutes'): Delivery => ({
  ...{ deliveryTime, unit, tryAndBuy: true, city: 'Indore' },
})

async function checked(delivery: Delivery | null | undefined) {
  const place = { text: 'Vijay Nagar', city: 'Indore', latitude: '22.75', longitude: '75.89' }
  await getDefaultStore().set(locationAtom, () => ({ ...place, delivery }))
  render(<DeliveryPromise />)
}

beforeEach(() => clearPersisted())

test('nobody has said where: delivery takes 60 minutes [shell.14]', () => {
  render(<DeliveryPromise />)

  expect(screen.getByText('Delivery in 60 mins')).toBeVisible()
})

test.each([
  ['under 30 minutes', within(25), 'Delivery in 30 mins'],
  ['30 minutes', within(30), 'Delivery in 60 mins'],
  ['hours', within(2, 'hours'), 'Delivery in 60 mins'],
  ['not checked yet', undefined, 'Delivery in 60 mins'],
  ['nothing', null, 'Unserviceable'],
])('a place with %s promises so [shell.14] [loc.9]', async (_, delivery, text) => {
  await checked(delivery)

  expect(screen.getByText(text)).toBeVisible()
})
