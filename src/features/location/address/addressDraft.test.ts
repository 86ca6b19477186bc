import { expect, test } from 'vitest'

import { addressOfDraft, atPlace, newDraft, problemsOf } from './addressDraft.ts'

const vijayNagar = {
  formattedAddress: 'Vijay Nagar, Indore, Madhya Pradesh 452010',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: 22.7533,
  longitude: 75.8937,
}
const rajwada = { ...vijayNagar, formattedAddress: 'Rajwada, Indore, Madhya Pradesh 452010' }

test('the pin fills street, city, state and postal code, each said once [loc.7]', () => {
  const draft = atPlace(newDraft(undefined, undefined), vijayNagar)

  expect(draft).toMatchObject({
    street: 'Vijay Nagar',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    point: { latitude: 22.7533, longitude: 75.8937 },
  })
})

test('what somebody has written stays when the pin moves on, what the map wrote does not [loc.5]', () => {
  const ofMap = atPlace(newDraft(undefined, undefined), vijayNagar)
  const written = { ...ofMap, street: '12 Palm Residency' }

  expect(atPlace(ofMap, rajwada).street).toBe('Rajwada')
  expect(atPlace(written, rajwada).street).toBe('12 Palm Residency')
})

test('a corrected pincode or city stays while the map says the same, and not any longer [loc.5] [loc.7]', () => {
  const corrected = {
    ...atPlace(newDraft(undefined, undefined), vijayNagar),
    city: 'Indore City',
    postalCode: '452011',
  }

  expect(atPlace(corrected, rajwada)).toMatchObject({ city: 'Indore City', postalCode: '452011' })
  const elsewhere = { ...rajwada, city: 'Pune', state: 'Maharashtra', postalCode: '411001' }
  expect(atPlace(corrected, elsewhere)).toMatchObject({
    city: 'Pune',
    state: 'Maharashtra',
    postalCode: '411001',
  })
})

test.each(['', '45201', '052010', '4520101'])('%j is no pincode [loc.5]', (postalCode) => {
  const draft = { ...atPlace(newDraft(undefined, undefined), vijayNagar), postalCode }

  expect(problemsOf(draft).postalCode).toBe('Enter 6 digits')
  expect(problemsOf({ ...draft, postalCode: '452010' }).postalCode).toBeUndefined()
})

test('a landmark is saved with the street [loc.5]', () => {
  const draft = { ...newDraft(undefined, undefined), street: '12 Palm Residency ', city: 'Indore' }

  expect(addressOfDraft(draft, 'home').street).toBe('12 Palm Residency')
  expect(addressOfDraft({ ...draft, landmark: 'near the lake' }, 'home').street).toBe(
    '12 Palm Residency, near the lake',
  )
})
