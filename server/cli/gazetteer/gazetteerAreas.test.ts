import { expect, test } from 'vitest'

import { localityName } from './gazetteerAreas.ts'

test.each([
  ['Vijay Nagar', 'Vijay Nagar'],
  ['Indore Manorama Ganj', 'Manorama Ganj'],
  ['Rajendra Nagar S.O (Indore)', 'Rajendra Nagar'],
  ['Mylavaram S.O (Krishna)', 'Mylavaram'],
  ['Radio Colony Indore', 'Radio Colony'],
  ['Indore R.S.S.Nagar', 'R.S.S. Nagar'],
  ['Indore', 'Indore'],
  ['Indore Nagar', 'Indore Nagar'],
  ['Indore City 2', 'Indore City 2'],
  ['Baolia khurd', 'Baolia Khurd'],
  ['Bandra(East)', 'Bandra East'],
  ['KherliLala', 'Kherli Lala'],
  ['DLF PhaseII', 'DLF Phase II'],
  ['Sec 16', 'Sector 16'],
  ['Mayur Vihar PhI', 'Mayur Vihar Phase I'],
  ['Koramangala VI Bk', 'Koramangala VI Block'],
  ['South ExtII', 'South Extension II'],
  ['Thygarayanagar South NDS.O', 'Thygarayanagar South'],
  ['Chembur Rs', 'Chembur Railway Station'],
])('%s is the place %s', (office, place) => {
  expect(localityName(office, ['Indore'])).toBe(place)
})

test.each(['Bandra W eCOM Nodal Delivery Centre', 'Indore RMS', 'Cat Extension Counter', '( )'])(
  '%s is not a place',
  (office) => {
    expect(localityName(office, ['Indore'])).toBeUndefined()
  },
)
