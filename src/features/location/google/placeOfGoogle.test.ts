import { expect, test } from 'vitest'

import { placeOfGoogle } from './placeOfGoogle.ts'

const point = { latitude: 22.7533, longitude: 75.8937 }
const formattedAddress = '12, AB Road, Vijay Nagar, Indore, Madhya Pradesh 452010, India'
const parts = [
  { text: 'Vijay Nagar', types: ['sublocality_level_1', 'sublocality', 'political'] },
  { text: 'Indore', types: ['locality', 'political'] },
  { text: 'Indore Division', types: ['administrative_area_level_2', 'political'] },
  { text: 'Madhya Pradesh', types: ['administrative_area_level_1', 'political'] },
  { text: 'India', types: ['country', 'political'] },
  { text: '452010', types: ['postal_code'] },
]

test('locality, state and PIN code come from the address components [loc.7]', () => {
  expect(placeOfGoogle({ formattedAddress, parts, point })).toEqual({
    area: 'Vijay Nagar',
    formattedAddress,
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    ...point,
  })
})

test('outside towns the district is used as city, and unknown fields are empty [loc.7]', () => {
  const rural = parts.filter(({ types }) => !/locality|postal/.test(types.join()))

  expect(placeOfGoogle({ formattedAddress, parts: rural, point })).toMatchObject({
    city: 'Indore Division',
    postalCode: '',
  })
})
