import { expect, test } from 'vitest'

import { inflectionsOf } from './words.ts'

test.each([
  ['parties', ['parti', 'partie', 'party']],
  ['party', ['parties', 'partie']],
  ['hoodie', ['hoody']],
  ['dresses', ['dress', 'dresse']],
  ['tops', ['top']],
  ['kurtis', ['kurti']],
  ['tee', []],
  ['gym', []],
  ['grey', []],
  ['cycle', []],
  ['diesel', []],
  ['saree', []],
])('%s is also found as %o [search.1]', (word, forms) => expect(inflectionsOf(word)).toEqual(forms))
