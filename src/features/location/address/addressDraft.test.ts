import { expect, test } from 'vitest'

import { addressOfDraft, atPlace, draftOf } from './addressDraft.ts'

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
  const draft = atPlace(draftOf(undefined, undefined), vijayNagar)

  expect(draft).toMatchObject({
    street: 'Vijay Nagar',
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    point: { latitude: 22.7533, longitude: 75.8937 },
  })
})

test('what somebody has written stays when the pin moves on, what the map wrote does not [loc.5]', () => {
  const ofMap = atPlace(draftOf(undefined, undefined), vijayNagar)
  const written = { ...ofMap, street: '12 Palm Residency' }

  expect(atPlace(ofMap, rajwada).street).toBe('Rajwada')
  expect(atPlace(written, rajwada).street).toBe('12 Palm Residency')
})

test('a landmark is saved with the street [loc.5]', () => {
  const draft = { ...draftOf(undefined, undefined), street: '12 Palm Residency ', city: 'Indore' }

  expect(addressOfDraft(draft, 'home').street).toBe('12 Palm Residency')
  expect(addressOfDraft({ ...draft, landmark: 'near the lake' }, 'home').street).toBe(
    '12 Palm Residency, near the lake',
  )
})
