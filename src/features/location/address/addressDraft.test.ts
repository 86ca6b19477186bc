import { describe, expect, test } from 'vitest'

import {
  addressOfDraft,
  areaOf,
  moveDraftTo,
  hasMatchingMarker,
  newDraft,
  addressProblems,
  unexpiredDraft,
} from './addressDraft.ts'

const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.7533,
  longitude: 75.8937,
}
const saved = {
  ...{ _id: 'home', label: 'home' as const, house: '', street: '12 Palm Residency' },
  ...{ city: 'Indore', state: 'Madhya Pradesh', postalCode: '452010' },
  ...{ latitude: '22.75', longitude: '75.89' },
}
const rajwada = { ...vijayNagar, formattedAddress: 'Rajwada, Indore, Madhya Pradesh 452010' }

test('the pin fills in landmark, city, state and PIN code without repetition [loc.7]', () => {
  const draft = moveDraftTo(newDraft(undefined, undefined), vijayNagar)

  expect(draft).toMatchObject({
    street: '',
    landmark: 'Vijay Nagar',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    point: { latitude: 22.7533, longitude: 75.8937 },
  })
})

test('a place that names its street fills in street and landmark [loc.7]', () => {
  const formattedAddress = '7 Pin Street, Vijay Nagar, Indore, Madhya Pradesh 452010, India'
  const place = { ...vijayNagar, formattedAddress, area: 'Vijay Nagar' }
  const draft = moveDraftTo(newDraft(undefined, undefined), place)

  expect(draft).toMatchObject({ street: '7 Pin Street', landmark: 'Vijay Nagar' })
  expect(addressProblems({ ...draft, house: 'Flat 3', label: 'home', isPlaced: true })).toEqual({})
})

test('the landmark contains only what no other field has, without the country [loc.7]', () => {
  const formattedAddress = 'Vijay Nagar, Scheme 54, Indore, Madhya Pradesh 452010, India'

  expect(areaOf({ ...vijayNagar, formattedAddress })).toBe('Vijay Nagar, Scheme 54')
})

test('typed fields stay when the pin moves, fields from the map change [loc.5]', () => {
  const ofMap = moveDraftTo(newDraft(undefined, undefined), vijayNagar)
  const typed = { house: 'Flat 302', street: '12 Palm Road', landmark: 'near the lake' }

  expect(moveDraftTo(ofMap, rajwada)).toMatchObject({ street: '', landmark: 'Rajwada' })
  expect(moveDraftTo({ ...ofMap, ...typed }, rajwada)).toMatchObject(typed)
  const saved = { ...ofMap, street: '12 Palm Road, Rajwada', landmark: '' }
  expect(moveDraftTo(saved, rajwada).landmark).toBe('')
})

test('a corrected PIN code or city stays until the map returns another one [loc.5] [loc.7]', () => {
  const corrected = {
    ...moveDraftTo(newDraft(undefined, undefined), vijayNagar),
    city: 'Indore City',
    postalCode: '452011',
  }

  expect(moveDraftTo(corrected, rajwada)).toMatchObject({
    city: 'Indore City',
    postalCode: '452011',
  })
  const elsewhere = { ...rajwada, city: 'Pune', state: 'Maharashtra', postalCode: '411001' }
  expect(moveDraftTo(corrected, elsewhere)).toMatchObject({
    city: 'Pune',
    state: 'Maharashtra',
    postalCode: '411001',
  })
})

test.each(['', '45201', '052010', '4520101'])('%j is not a PIN code [loc.5]', (postalCode) => {
  const draft = { ...moveDraftTo(newDraft(undefined, undefined), vijayNagar), postalCode }

  expect(addressProblems(draft).postalCode).toBe('Enter a 6-digit PIN code')
  expect(addressProblems({ ...draft, postalCode: '452010' }).postalCode).toBeUndefined()
})

test('a landmark is saved with the street [loc.5]', () => {
  const draft = { ...newDraft(undefined, undefined), street: '12 Palm Residency ', city: 'Indore' }

  expect(addressOfDraft(draft, 'home').street).toBe('12 Palm Residency')
  expect(addressOfDraft({ ...draft, landmark: 'near the lake' }, 'home').street).toBe(
    '12 Palm Residency, near the lake',
  )
})

test('the house is sent beside the street, and shown apart from it again [loc.5]', () => {
  const draft = { ...newDraft(undefined, undefined), house: ' B-204 ', street: '12 Palm Road' }
  expect(addressOfDraft(draft, 'home')).toMatchObject({ house: 'B-204', street: '12 Palm Road' })

  const stored = { ...saved, house: 'B-204', street: 'B-204, 12 Palm Road' }
  expect(newDraft(stored, undefined)).toMatchObject({ house: 'B-204', street: '12 Palm Road' })
})

test.each([
  ['Vijay Nagar', 'This is only your area.'],
  ['vijay nagar,  INDORE', 'This is only your area.'],
  ['Vijay Nagar, Indore, Madhya Pradesh 452010', 'This is only your area.'],
  ['Indore', 'This is only your area.'],
  ['12 Vijay Nagar', undefined],
  ['Vijay Nagar Road', undefined],
])('%j in the form of an address in Vijay Nagar: %s [loc.5]', (text, problem) => {
  const draft = moveDraftTo(newDraft(undefined, undefined), vijayNagar)
  const problems = (typed: object) => addressProblems({ ...draft, ...typed, label: 'home' })
  const expected = problem ? expect.stringContaining(problem) : undefined

  expect(problems({ house: 'B-204', street: text }).street).toEqual(expected)
  expect(problems({ house: text, street: '12 Palm Road' }).house).toEqual(expected)
})

test('an empty form has a message for each required field [loc.5]', () => {
  const empty = { ...newDraft(undefined, undefined), street: ' ', city: ' ' }

  expect(addressProblems(empty)).toEqual({
    place: 'Choose your location on the map',
    house: 'Enter your house or flat number, floor or building',
    street: 'Enter your street',
    city: 'Enter your city',
    postalCode: 'Enter a 6-digit PIN code',
    label: 'Please select an address label!',
  })
  const address = { house: 'Flat 2', street: '12 Palm', city: 'Indore' }
  const complete = { ...address, postalCode: ' 452010 ', isPlaced: true }
  expect(addressProblems({ ...empty, ...complete, label: 'home' })).toEqual({})
})

test('typed text is trimmed [loc.5]', () => {
  const draft = {
    ...newDraft(undefined, undefined),
    ...{ street: ' 12 Palm ', landmark: ' near the lake ', city: ' Indore ' },
    postalCode: ' 452010 ',
  }

  expect(addressOfDraft(draft, 'work')).toMatchObject({
    label: 'work',
    street: '12 Palm, near the lake',
    city: 'Indore',
    postalCode: '452010',
  })
})

describe('the map opens', () => {
  const near = { latitude: 22.7, longitude: 75.9 }
  const home = {
    _id: 'home',
    label: 'home' as const,
    house: '',
    street: '12 Palm Residency',
    city: 'Pune',
    state: 'Maharashtra',
    postalCode: '411001',
    latitude: '18.5',
    longitude: '73.9',
  }

  test('at the address that is edited [loc.5]', () => {
    expect(newDraft(home, near)).toMatchObject({
      house: '',
      street: '12 Palm Residency',
      label: 'home',
      point: { latitude: 18.5, longitude: 73.9 },
      isPlaced: true,
      isEdited: false,
    })
  })

  test('near the shopper for a new address, with the pin set [loc.5]', () => {
    const draft = newDraft(undefined, near)

    expect(draft).toMatchObject({ point: near, isPlaced: true })
    expect(draft).toMatchObject({ street: '', city: '', state: '', postalCode: '' })
  })

  test('near the shopper for an address without coordinates, with the pin not set [loc.5]', () => {
    const draft = newDraft({ ...home, latitude: '', longitude: '' }, near)

    expect(draft).toMatchObject({ street: '12 Palm Residency', point: near, isPlaced: false })
  })

  test('in Indore if nothing is known, with the pin not set [loc.5]', () => {
    expect(newDraft(undefined, undefined)).toMatchObject({
      point: { latitude: 22.7196, longitude: 75.8577 },
      isPlaced: false,
    })
  })
})

test('a draft lasts for seven days after the last change [loc.5]', () => {
  const draft = { ...newDraft(undefined, undefined), editedAt: 1000 }
  const sevenDaysMs = 604_800_000

  expect(unexpiredDraft(draft, 1000 + sevenDaysMs - 1)).toBe(draft)
  expect(unexpiredDraft(draft, 1000 + sevenDaysMs)).toBeUndefined()
  expect(unexpiredDraft(undefined, 1000)).toBeUndefined()
})

test('an emptied city or PIN code is filled in again by the map [loc.7]', () => {
  const emptied = {
    ...moveDraftTo(newDraft(undefined, undefined), vijayNagar),
    city: '',
    postalCode: '',
  }

  expect(moveDraftTo(emptied, rajwada)).toMatchObject({ city: 'Indore', postalCode: '452010' })
})

test('without a map a pin stays valid as long as it matches the fields [loc.4] [pwa.13]', () => {
  const withPin = moveDraftTo(newDraft(undefined, undefined), vijayNagar)
  expect(hasMatchingMarker(withPin, undefined)).toBe(true)
  expect(hasMatchingMarker({ ...withPin, postalCode: '462001' }, undefined)).toBe(false)
  expect(hasMatchingMarker({ ...withPin, city: 'Bhopal' }, undefined)).toBe(false)

  const near = { latitude: 22.75, longitude: 75.89 }
  expect(hasMatchingMarker({ ...newDraft(undefined, near), postalCode: '452010' }, undefined)).toBe(
    false,
  )
})

test('an address edited without a map keeps its pin unless its place changed [addr.1] [pwa.13]', () => {
  const draft = { ...newDraft(saved, undefined), street: '7 Lake View' }

  expect(hasMatchingMarker(draft, saved)).toBe(true)
  expect(hasMatchingMarker({ ...draft, postalCode: '462001' }, saved)).toBe(false)
  expect(hasMatchingMarker(draft, { ...saved, latitude: '', longitude: '' })).toBe(false)
})
