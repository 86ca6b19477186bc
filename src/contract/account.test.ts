import { expect, test } from 'vitest'

import { addressText } from './account.ts'

const home = { label: 'home' as const, street: '12 Palm Residency', city: 'Indore' }

test('an address reads label, street, city, state and code, the label in capitals [addr.3]', () => {
  expect(addressText({ ...home, state: 'Madhya Pradesh', postalCode: '452010' })).toBe(
    'HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010',
  )
})

test('what an address lacks leaves no gap [addr.3]', () => {
  expect(addressText({ ...home, state: '', postalCode: '' })).toBe(
    'HOME, 12 Palm Residency, Indore',
  )
})
