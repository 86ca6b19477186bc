import { beforeEach, expect, test, vi } from 'vitest'

import { freePosition, ownPlace } from './freePosition.ts'

/** A pill at the bottom of a phone's window of 390 by 800 pixels. */
const pill = new DOMRect(108, 700, 174, 48)
const headerBottom = 56

/** Controls on the page, each with its own rectangle. */
let onPage: Element[] = []

function add(html: string, [x, y, width, height]: [number, number, number, number]): Element {
  const outer = document.createElement('div')
  outer.innerHTML = html
  const [element] = outer.querySelectorAll('[data-here]')
  if (!element) throw new Error('No element has data-here')
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(x, y, width, height))
  onPage.push(element)
  return element
}

beforeEach(() => {
  onPage = []
  vi.stubGlobal('innerWidth', 390)
  vi.spyOn(document, 'elementsFromPoint').mockImplementation((x, y) =>
    onPage.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    }),
  )
})

const position = (current = ownPlace) => freePosition(pill, current, headerBottom)

test('the pill stays in its own place if it covers nothing there [shell.22]', () => {
  add('<p data-here>Text</p>', [0, 0, 390, 800])

  expect(position()).toEqual(ownPlace)
})

test('the pill moves aside for a small control [shell.22] [a11y.1]', () => {
  add('<button data-here></button>', [250, 710, 24, 24])

  expect(position()).toEqual({ x: -96, y: 0 })
})

test('the pill moves above a row of controls, no further than needed [shell.22] [a11y.1]', () => {
  add('<summary data-here></summary>', [0, 690, 390, 48])

  expect(position()).toEqual({ x: 0, y: 72 })
})

test('the pill finds a gap between rows that is hardly higher than itself [shell.22] [a11y.1]', () => {
  // The gap reaches from 613 to 671; no row of 24 pixels lies in it.
  add('<summary data-here></summary>', [0, 0, 390, 613])
  add('<summary data-here></summary>', [0, 671, 390, 129])

  const { y } = position()
  expect(pill.top - y).toBeGreaterThan(613)
  expect(pill.bottom - y).toBeLessThan(671)
})

test('the pill stays where it moved until that is covered or its own place is free [shell.22]', () => {
  const row = add('<label data-here></label>', [0, 690, 390, 48])
  const moved = { x: 96, y: 120 }

  expect(position(moved)).toEqual(moved)
  vi.mocked(row.getBoundingClientRect).mockReturnValue(new DOMRect(0, 100, 390, 48))
  expect(position(moved)).toEqual(ownPlace)
})

test.each([
  { what: 'a link', html: '<a data-here href="/a">A</a>', height: 40, gives: true },
  { what: 'a large link', html: '<a data-here href="/a">A</a>', height: 200, gives: false },
  { what: 'a card', html: '<h3><a data-here href="/a">A</a></h3>', height: 40, gives: false },
  { what: 'a promise', html: '<p data-uncovered data-here>60 mins</p>', height: 40, gives: true },
  {
    what: 'a dialog',
    html: '<dialog><button data-here></button></dialog>',
    height: 40,
    gives: false,
  },
])('the pill gives way to $what: $gives [shell.22] [a11y.1]', ({ html, height, gives }) => {
  add(html, [0, 700, 390, height])

  expect(position().y > 0).toBe(gives)
})
