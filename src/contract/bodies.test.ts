import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { ChangedAddress, NewAddress } from './account/account.ts'
import { Signup } from './account/auth.ts'
import { OptionalReceiver, Quantity, Receiver, UpdateCart } from './cart/cart.ts'
import { AroundQuery, DeliveryQuery } from './delivery/location.ts'
import { Subscribe } from './account/notification.ts'
import { optionalField } from '#contract/api/fields.ts'
import { photosHash } from './catalogue/photos.ts'
import { hasStock } from './catalogue/stock.ts'

const kurta = { userId: 'u1', itemId: 'line-7' }
const proceed = { userId: 'u1', addressId: 'home' }

describe('a change of the bag', () => {
  test('changes a line or saves the checkout details [api.1]', () => {
    expect(v.parse(UpdateCart, { ...kurta, quantity: 2 })).toEqual({ ...kurta, quantity: 2 })
    expect(v.parse(UpdateCart, proceed)).toEqual(proceed)
  })

  test.each([{ itemId: 'line-7' }, { quantity: 2 }, { trialSize: 'L' }])(
    'is refused if an address is combined with %j [api.1]',
    (field) => {
      const { issues } = v.safeParse(UpdateCart, { ...proceed, ...field })

      expect(issues?.[0].message).toBe('Change a line or proceed, not both')
    },
  )

  test.each([
    { itemId: '', size: null },
    { addressId: '', itemId: 'line-7' },
  ])('may leave fields of a form empty: %j [api.1]', (fields) => {
    expect(v.is(UpdateCart, { ...proceed, ...fields })).toBe(true)
  })

  test.each([
    [0, false],
    [1, true],
    [8, true],
    [9, false],
    [1.5, false],
  ])('to %s items of one size is possible: %s [bag.5]', (quantity, isPossible) => {
    expect(v.is(Quantity, quantity)).toBe(isPossible)
  })
})

describe('the receiver of an order', () => {
  const phone = '9826041375'

  test('is named in letters, with single spaces [bag.9]', () => {
    expect(v.parse(Receiver, { name: '  Asha   Rao ', contactNumber: phone }).name).toBe('Asha Rao')
    expect(v.is(Receiver, { name: 'Asha 2', contactNumber: phone })).toBe(false)
    expect(v.is(Receiver, { name: '2 Asha', contactNumber: phone })).toBe(false)
  })

  test.each([
    { name: '', contactNumber: '' },
    { name: null, contactNumber: null },
    '',
    null,
    undefined,
  ])('is the customer if the form contains %j [bag.9]', (form) => {
    expect(v.parse(v.optional(OptionalReceiver), form)).toBeUndefined()
  })

  test('is refused if the form is incomplete [bag.9]', () => {
    expect(v.is(OptionalReceiver, { name: 'Asha', contactNumber: '' })).toBe(false)
  })
})

test.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['M', 'M'],
])('an optional field with %j is read as %j [api.1]', (sent, value) => {
  expect(v.parse(optionalField(v.picklist(['M'])), sent)).toBe(value)
})

test.each([
  ['2000-02-29', true],
  ['2001-02-29', false],
  ['2000-13-01', false],
  ['29-02-2000', false],
  ['2000-1-1', false],
])('a birth date of %s is valid: %s [login.3]', (dateOfBirth, isPossible) => {
  const asha = {
    firstName: 'Asha',
    gender: 'female',
    contactNumber: '9826041375',
    signupToken: 'token',
  }

  expect(v.is(Signup, { ...asha, dateOfBirth })).toBe(isPossible)
})

describe('a point on the map', () => {
  test.each([
    [{ latitude: '90', longitude: '-180' }, true],
    [{ latitude: '90.1', longitude: '0' }, false],
    [{ latitude: '-90.1', longitude: '0' }, false],
    [{ latitude: '0', longitude: '180.1' }, false],
    [{ latitude: 'x', longitude: '0' }, false],
  ])('at %j is valid: %s [loc.1]', (point, isOne) => {
    expect(v.is(DeliveryQuery, point)).toBe(isOne)
  })

  test('may use short names [api.1]', () => {
    expect(v.parse(DeliveryQuery, { lat: '22.7', lng: '75.8' })).toEqual({
      latitude: '22.7',
      longitude: '75.8',
    })
  })

  test.each([
    ['0', false],
    ['0.001', true],
    ['40', true],
    ['40.001', false],
    ['-1', false],
  ])('accepts a radius of %s km: %s', (km, hasNames) => {
    expect(v.is(AroundQuery, { lat: '22.7', lng: '75.8', km })).toBe(hasNames)
  })
})

describe('a push subscription', () => {
  const subscription = (p256dh: string) => ({
    subscription: { endpoint: 'https://push.example/1', keys: { p256dh, auth: 'a_b-1==' } },
    topics: ['orders'],
  })

  test('is quiet at night with two offers a week by default [pwa.14]', () => {
    expect(v.parse(Subscribe, subscription('BIPU_-w'))).toMatchObject({
      hasQuietHours: true,
      offersPerWeek: 2,
    })
  })

  test.each(['', '=', 'a b', 'a+b', '<a', 'a=b'])(
    'with the key "%s" is refused [safe.3]',
    (key) => {
      expect(v.is(Subscribe, subscription(key))).toBe(false)
    },
  )
})

test('the URL of a preview changes with the photos [product.5]', () => {
  const versions = [[], ['a'], ['b'], ['a', 'b'], ['b', 'a'], ['ab'], ['\u{1f457}']].map(photosHash)

  expect(new Set(versions).size).toBe(versions.length)
  expect(photosHash(['a', 'b'])).toBe(photosHash(['a', 'b']))
  for (const version of versions) expect(version).toMatch(/^[0-9a-z]{1,7}$/)
})

test.each([
  [{ S: 0, M: 0 }, false],
  [{ S: 0, M: 1 }, true],
  [{}, false],
])('an item with %j can be bought: %s [bag.5]', (stock, can) => {
  expect(hasStock({ stock })).toBe(can)
})

describe('an address', () => {
  const written = { label: 'work', street: ' 12 Palm Residency ', city: ' Indore ' }
  const changed = { ...written, addressId: 'home' }

  test.each([
    ['452010', '452010'],
    [' 452010 ', '452010'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('may have the PIN code %j, saved as %j [loc.5]', (postalCode, saved) => {
    expect(v.parse(NewAddress, { ...written, postalCode }).postalCode).toBe(saved)
    expect(v.parse(ChangedAddress, { ...changed, postalCode }).postalCode).toBe(saved)
  })

  test.each(['052010', '45201', '4520101', '45201a', 'x452010'])(
    'is refused with the PIN code %s [loc.5]',
    (postalCode) => {
      expect(v.is(NewAddress, { ...written, postalCode })).toBe(false)
      expect(v.is(ChangedAddress, { ...changed, postalCode })).toBe(false)
    },
  )

  test('is saved trimmed, and requires a street, a city and a label [loc.5]', () => {
    const saved = { street: '12 Palm Residency', city: 'Indore', state: '', label: 'work' }

    expect(v.parse(NewAddress, written)).toMatchObject(saved)
    expect(v.parse(ChangedAddress, changed)).toMatchObject({ ...saved, addressId: 'home' })
    for (const missing of [{ street: ' ' }, { city: ' ' }, { label: 'office' }])
      expect(v.is(NewAddress, { ...written, ...missing })).toBe(false)
  })
})
