import { expect, test } from 'vitest'

import { joinWithAnd } from './joinWithAnd.ts'

test.each([
  [[], ''],
  [['Indore'], 'Indore'],
  [['Indore', 'Bhopal'], 'Indore and Bhopal'],
  [['Indore', 'Bhopal', 'Pune'], 'Indore, Bhopal and Pune'],
])('%j is written as “%s”', (names, text) => {
  expect(joinWithAnd(names)).toBe(text)
})
