import { describe, expect, test } from 'vitest'

import { bannerMinutes, deliverySpeed, isOpenAt } from './deliveryHours.ts'
import {
  arrivalText,
  estimateArrival,
  keptPromise,
  promisedArrival,
  promiseDelivery,
} from './deliveryPromise.ts'
import { minuteMs } from '#contract/values/indianTime.ts'
import { usualTerms } from '#contract/store/storeTerms.ts'

/** A time in India on 25 November 2026, a Wednesday. */
const inIndia = (time: string, day = '25') => new Date(`2026-11-${day}T${time}:00+05:30`)
const fastDelivery = { deliveryTime: 25, unit: 'minutes' }
const usual = { deliveryTime: 45, unit: 'minutes' }
const slow = { deliveryTime: 90, unit: 'minutes' }

function textAt(time: string, delivery: Parameters<typeof promiseDelivery>[0]['delivery']) {
  const promise = promiseDelivery({ delivery, at: inIndia(time) })
  return promise.isAvailable ? arrivalText(promise.by, inIndia(time)) : promise.reason
}

describe('an order is promised a clock time in India', () => {
  test.each([
    ['09:00', usual, 'by 10:00 am'],
    ['12:02', usual, 'by 1:00 pm'],
    ['12:04', { deliveryTime: 58, unit: 'minutes' }, 'by 1:02 pm'],
    ['12:03', { deliveryTime: 28, unit: 'minutes' }, 'by 12:31 pm'],
    ['12:00', fastDelivery, 'by 12:30 pm'],
    ['12:00', undefined, 'by 1:00 pm'],
    ['12:00', slow, 'by 1:30 pm'],
    ['20:50', usual, 'by 9:50 pm'],
    ['20:59', usual, 'by 9:55 pm'],
    ['20:59', slow, 'tomorrow by 10:30 am'],
    ['21:00', usual, 'tomorrow by 10:30 am'],
    ['23:59', fastDelivery, 'tomorrow by 10:30 am'],
    ['00:00', usual, 'today by 10:30 am'],
    ['08:59', usual, 'today by 10:30 am'],
    ['12:00', null, 'unserviceable'],
  ])('at %s for %o: %s', (time, delivery, text) => {
    expect(textAt(time, delivery)).toBe(text)
  })

  test('seconds do not count, so that page and server agree', () => {
    const at = new Date('2026-11-25T12:05:59+05:30')
    const promise = promiseDelivery({ delivery: usual, at })
    expect(promise).toEqual({ isAvailable: true, by: inIndia('13:05') })
  })

  test('a delivery time that ends after opening is counted from opening time', () => {
    expect(textAt('06:00', { deliveryTime: 150, unit: 'minutes' })).toBe('today by 11:30 am')
  })

  test('there is no promise without delivery', () => {
    const promise = promiseDelivery({ delivery: usual, at: inIndia('12:00'), isInStock: false })
    expect(promise).toEqual({ isAvailable: false, reason: 'soldOut' })
  })
})

test('an arrival in minutes never takes longer than the banner says, nor less than the warehouse needs [shell.14]', () => {
  for (let minute = 9 * 60; minute < 21 * 60; minute++) {
    for (const deliveryTime of [10, 25, 29, 30, 45, 56, 60]) {
      const delivery = { deliveryTime, unit: 'minutes' }
      const at = new Date(inIndia('00:00').getTime() + minute * minuteMs)
      const promise = promiseDelivery({ delivery, at })
      const minutes = promise.isAvailable && (promise.by.getTime() - at.getTime()) / minuteMs
      expect(minutes).toBeLessThanOrEqual(bannerMinutes(delivery))
      expect(minutes).toBeGreaterThanOrEqual(deliveryTime)
    }
  }
})

describe('the promise that a checkout has shown', () => {
  const shown = inIndia('13:00')

  test.each([
    ['in the same minute', '12:04'],
    ['a minute later, when the store would promise more', '12:05'],
    ['five minutes later', '12:09'],
    ['by a clock that is a little ahead', '12:03'],
  ])('is kept %s', (_, at) => {
    expect(keptPromise(shown, { deliveryTime: 45 }, inIndia(at))).toEqual(shown)
  })

  test.each([
    ['too old', inIndia('12:55')],
    ['earlier than the store ever promised', inIndia('12:40')],
    ['not a time that the store promises', new Date(shown.getTime() + 1)],
    ['later than the store would promise', inIndia('13:10')],
    ['missing', undefined],
  ])('is replaced if it is %s', (_, given) => {
    expect(keptPromise(given, { deliveryTime: 45 }, inIndia('12:05'))).toEqual(inIndia('13:05'))
  })

  test('is kept over the closing time', () => {
    expect(keptPromise(inIndia('21:55'), { deliveryTime: 45 }, inIndia('21:01'))).toEqual(
      inIndia('21:55'),
    )
  })
})

test.each([
  ['12:00', usual, '60 mins'],
  ['20:59', usual, '60 mins'],
  ['20:59', slow, 'tomorrow'],
  ['21:00', fastDelivery, 'tomorrow'],
  ['23:59', undefined, 'tomorrow'],
  ['00:00', usual, 'today'],
  ['08:59', undefined, 'today'],
  ['09:00', fastDelivery, '30 mins'],
])('at %s the banner for %o says %s [shell.14]', (time, delivery, text) => {
  expect(deliverySpeed(delivery, inIndia(time))).toBe(text)
})

test('the banner names 30 minutes below 30, else 60 [shell.14]', () => {
  expect(bannerMinutes({ deliveryTime: 29, unit: 'minutes' })).toBe(30)
  expect(bannerMinutes({ deliveryTime: 30, unit: 'minutes' })).toBe(60)
  expect(bannerMinutes({ deliveryTime: 2, unit: 'hours' })).toBe(60)
  expect(bannerMinutes(undefined)).toBe(60)
})

test('the store is open from nine to nine in India [shell.25]', () => {
  const isOpen = ['08:59', '09:00', '20:59', '21:00', '00:30'].map((time) =>
    isOpenAt(inIndia(time)),
  )
  expect(isOpen).toEqual([false, true, true, false, false])
})

test('an arrival on another day names the day', () => {
  expect(arrivalText(inIndia('10:30', '27'), inIndia('12:00'))).toBe('by 10:30 am on Fri, 27 Nov')
  expect(arrivalText(inIndia('10:30', '24'), inIndia('12:00'))).toBe('by 10:30 am on Tue, 24 Nov')
})

describe('the estimate of an order', () => {
  const promisedBy = inIndia('13:00')

  test('is the promise until its time', () => {
    const order = { promisedBy, status: 'Accepted', statusSince: inIndia('12:00') } as const
    expect(estimateArrival(order, inIndia('13:00'))).toEqual({ by: promisedBy, isLate: false })
  })

  test.each([
    ['Accepted', '13:45'],
    ['Shipped', '13:30'],
    ['On the way', '13:15'],
  ] as const)('after it, %s since 12:58, is %s', (status, by) => {
    const order = { promisedBy, status, statusSince: inIndia('12:58') }
    expect(estimateArrival(order, inIndia('13:01'))).toEqual({ by: inIndia(by), isLate: true })
  })

  test('moves on while the status does not change', () => {
    const order = { promisedBy, status: 'On the way', statusSince: inIndia('12:50') } as const
    expect(estimateArrival(order, inIndia('14:01')).by).toEqual(inIndia('14:15'))
  })

  test('is the next morning for an order that is late at night', () => {
    const order = { promisedBy, status: 'Shipped', statusSince: inIndia('12:50') } as const
    expect(estimateArrival(order, inIndia('21:10')).by).toEqual(inIndia('10:30', '26'))
  })
})

test('the promise follows the hours of the merchant [shell.14]', () => {
  const terms = { ...usualTerms, openingHour: 11, closingHour: 18 }
  const order = (at: string) =>
    promisedArrival(45, inIndia(at), terms).getTime() - inIndia('00:00').getTime()
  const hours = (ms: number) => ms / 3_600_000

  expect(hours(order('17:30'))).toBeLessThan(19)
  expect(hours(order('18:30'))).toBeGreaterThan(24 + 11)
  expect(hours(order('10:30'))).toBeGreaterThan(11)
})
