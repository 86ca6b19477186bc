import { expect, test } from 'vitest'

import { addressText } from './account.ts'

const home = { label: 'home' as const, street: '12 Palm Residency', city: 'Indore' }

test('an address is shown as label, street, city, state and PIN code, with the label in capitals [addr.3]', () => {
  expect(addressText({ ...home, state: 'Madhya Pradesh', postalCode: '452010' })).toBe(
    'HOME, 12 Palm Residency, Indore, Madhya Pradesh, 452010',
  )
})

test('missing parts of an address leave no gap [addr.3]', () => {
  expect(addressText({ ...home, state: '', postalCode: '' })).toBe(
    'HOME, 12 Palm Residency, Indore',
  )
})
