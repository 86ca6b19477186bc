import { expect, test } from 'vitest'

import { transliterate } from './transliterate.ts'

test.each([
  ['आशा राव', 'asha rav'],
  ['बनारसी सिल्क साड़ी', 'banarsi silk sari'],
  ['नागपुर', 'nagpur'],
  ['चंद्रकांता', 'chandrakanta'],
  ['फैशन २', 'phaishan 2'],
  ['રંગોળી', 'rangoli'],
  ['ਪੰਜਾਬ', 'panjab'],
  ['சென்னை', 'chennai'],
  ['ಬೆಂಗಳೂರು', 'bengaluru'],
  ['കൊച്ചി', 'kochchi'],
  ['Café ₹500', 'Café ₹500'],
  ['李宁', '李宁'],
])('%s is written %s in Latin letters [ops.1]', (written, latin) => {
  expect(transliterate(written)).toBe(latin)
})
