import { act, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Delivery } from '#contract/delivery/location.ts'
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

/** A time in India on 25 November 2026. */
const setTime = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-25T${time}:00+05:30`) })

beforeEach(async () => {
  await clearPersisted()
  setTime('12:00')
})
afterEach(() => vi.useRealTimers())

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

test.each([
  ['21:10', within(25), 'Delivery tomorrow'],
  ['23:59', undefined, 'Delivery tomorrow'],
  ['00:30', within(45), 'Delivery today'],
  ['08:59', undefined, 'Delivery today'],
  ['21:10', null, 'Unserviceable'],
])(
  'at %s nobody is promised minutes: a place with %o, %s [shell.14]',
  async (time, delivery, text) => {
    setTime(time)
    await checked(delivery)

    expect(screen.getByText(text)).toBeVisible()
  },
)

test.each([
  ['12:00', within(45), 'Arrives by 1:00 pm'],
  ['20:50', within(45), 'Arrives by 9:50 pm'],
  ['21:10', within(45), 'Arrives tomorrow by 10:30 am'],
  ['00:30', within(45), 'Arrives today by 10:30 am'],
  ['12:00', null, 'Unserviceable'],
])('at %s in India, a place with %o: %s', (time, delivery, text) => {
  setTime(time)

  render(<ArrivalTime delivery={delivery} />)

  expect(screen.getByText(text)).toBeVisible()
})

test('nothing is promised to a place that was not checked', () => {
  const { container } = render(<ArrivalTime delivery={undefined} />)

  expect(container).toBeEmptyDOMElement()
})

test('the promise of an order that is being placed does not change', () => {
  const promisedBy = new Date('2026-11-25T12:55:00+05:30')
  render(<ArrivalTime delivery={within(45)} promisedBy={promisedBy} />)

  expect(screen.getByText('Arrives by 12:55 pm')).toBeVisible()
})

test('a device in another time zone sees the time in India, with its name [order.6]', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300)

  render(<ArrivalTime delivery={within(45)} />)

  expect(screen.getByText('Arrives by 1:00 pm IST')).toBeVisible()
})

test('the time moves on while the page is open', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:04:00+05:30') })
  render(<ArrivalTime delivery={within(45)} />)
  expect(screen.getByText('Arrives by 1:00 pm')).toBeVisible()

  act(() => void vi.advanceTimersByTime(70_000))

  expect(screen.getByText('Arrives by 1:05 pm')).toBeVisible()
})
