import { expect, test } from 'vitest'

import { type AddressRow, addressOf, userOf } from './customers.ts'

type UserRow = Parameters<typeof userOf>[0]

const asha = {
  id: 'u1',
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@mail.example',
  contactNumber: '9826041375',
  dateOfBirth: '1994-05-17',
  gender: 'female',
} as UserRow

test('a customer has both names, and no internal fields of the row [safe.5]', () => {
  const row = { ...asha, phoneHash: 'a-hash', createdAt: new Date() } as UserRow

  expect(userOf(row)).toEqual({
    _id: 'u1',
    firstName: 'Asha',
    lastName: 'Rao',
    name: 'Asha Rao',
    email: 'asha@mail.example',
    contactNumber: '9826041375',
    dateOfBirth: '1994-05-17',
    gender: 'female',
  })
})

test('a customer without a last name, a number or a birthday has empty strings', () => {
  const row = { ...asha, lastName: '', contactNumber: null, dateOfBirth: null } as UserRow

  expect(userOf(row)).toMatchObject({ name: 'Asha', contactNumber: '', dateOfBirth: '' })
})

const home = {
  id: 'a1',
  userId: 'u1',
  label: 'home',
  street: '12 Scheme 78',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
} as AddressRow

test.for([
  [22.7533, 75.8937, '22.7533', '75.8937'],
  [0, 0, '0', '0'],
  [null, null, '', ''],
  [22.7533, null, '', ''],
  [null, 75.8937, '', ''],
] as const)(
  'an address at %s, %s has the coordinates "%s", "%s" in the contract',
  ([lat, lng, ...texts]) => {
    const [latitude, longitude] = texts

    expect(addressOf({ ...home, latitude: lat, longitude: lng })).toEqual({
      _id: 'a1',
      label: 'home',
      street: '12 Scheme 78',
      city: 'Indore',
      state: 'Madhya Pradesh',
      postalCode: '452010',
      latitude,
      longitude,
    })
  },
)
