import { expect, test } from 'vitest'

import { highlightParts } from './SuggestionList.tsx'

const shown = (text: string, typed: string) =>
  highlightParts(text, typed)
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

test('the typed text is highlighted wherever it occurs [shell.7]', () => {
  expect(shown('Floral anarkali', 'anark')).toBe('Floral [anark]ali')
  expect(shown('Blue kurta, blue trim', 'BLUE')).toBe('[Blue] kurta, [blue] trim')
  expect(shown('Blue cotton kurta', 'kurta blue')).toBe('[Blue] cotton [kurta]')
})

test('special characters are not read as a regular expression', () => {
  expect(shown('Kurta (set)', '(set)')).toBe('Kurta [(set)]')
  expect(shown('Kurta', '.*')).toBe('Kurta')
  expect(shown('Kurta', '  ')).toBe('Kurta')
  expect(shown('Blue cotton kurta', ' blue   kurta ')).toBe('[Blue] cotton [kurta]')
  expect(highlightParts('Kurta', '  ')).toEqual([{ text: 'Kurta', isMarked: false }])
  expect(highlightParts('Kurta', 'kurta')).toEqual([{ text: 'Kurta', isMarked: true }])
})
