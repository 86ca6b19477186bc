import { act, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Delivery } from '#contract/location.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { ArrivalTime } from './ArrivalTime.tsx'
import { DeliveryBanner } from './DeliveryBanner.tsx'
import { locationAtom } from './locationAtom.ts'

const within = (deliveryTime: number, unit = 'minutes'): Delivery => ({
  ...{ deliveryTime, unit, tryAndBuy: true, city: 'Indore' },
})

async function checked(delivery: Delivery | null | undefined) {
  const place = { text: 'Vijay Nagar', city: 'Indore', latitude: '22.75', longitude: '75.89' }
  await getDefaultStore().set(locationAtom, () => ({ ...place, delivery }))
  render(<DeliveryBanner />)
}

beforeEach(() => clearPersisted())

test('without a location delivery takes 60 minutes [shell.14]', () => {
  render(<DeliveryBanner />)

  expect(screen.getByText('Delivery in 60 mins')).toBeVisible()
})

test.each([
  ['under 30 minutes', within(25), 'Delivery in 30 mins'],
  ['30 minutes', within(30), 'Delivery in 60 mins'],
  ['hours', within(2, 'hours'), 'Delivery in 60 mins'],
  ['not checked yet', undefined, 'Delivery in 60 mins'],
  ['nothing', null, 'Unserviceable'],
])('a place with %s has this delivery time [shell.14] [loc.9]', async (_, delivery, text) => {
  await checked(delivery)

  expect(screen.getByText(text)).toBeVisible()
})

afterEach(() => vi.useRealTimers())

test.each([
  ['12:00', within(45), 'Arrives by 1:00 pm'],
  ['20:50', within(45), 'Arrives by 9:50 pm'],
  ['21:10', within(45), 'Arrives tomorrow by 10:30 am'],
  ['00:30', within(45), 'Arrives today by 10:30 am'],
  ['08:00', undefined, 'Arrives today by 10:30 am'],
  ['12:00', null, 'Unserviceable'],
])('at %s in India, a place with %o: %s', (time, delivery, text) => {
  vi.useFakeTimers({ now: new Date(`2026-11-25T${time}:00+05:30`) })

  render(<ArrivalTime delivery={delivery} />)

  expect(screen.getByText(text)).toBeVisible()
})

test('the time moves on while the page is open', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00+05:30') })
  render(<ArrivalTime delivery={within(45)} />)

  act(() => void vi.advanceTimersByTime(70_000))

  expect(screen.getByText('Arrives by 1:05 pm')).toBeVisible()
})
