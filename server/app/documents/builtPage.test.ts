import { expect, test } from 'vitest'

import { inlineIcons } from './builtPage.ts'

const withIcons = inlineIcons(
  '<svg>\n<symbol id="bag" viewBox="0 0 9 9"><path d="M1 1"/></symbol>\n' +
    '<symbol id="pin"><path d="M2 2"/></symbol></svg>',
)
const icon = (name: string) => `<svg><use href="/images/sprite.svg#${name}"></use></svg>`

test('a page’s icons are inlined once each', () => {
  expect(withIcons(`${icon('bag')}${icon('bag')}`)).toEqual({
    html: '<svg><use href="#icon-bag"></use></svg>'.repeat(2),
    icons:
      '<div hidden><svg><symbol id="icon-bag" viewBox="0 0 9 9"><path d="M1 1"/></symbol></svg></div>',
  })
})

test('icons that are needed soon are inlined too', () => {
  const withSoon = inlineIcons('<symbol id="bag">a</symbol><symbol id="pin">b</symbol>', ['pin'])

  expect(withSoon(icon('bag')).icons).toContain('<symbol id="icon-pin">b</symbol>')
  expect(withSoon('<p>Bag</p>').icons).toBe('')
})

test.each([{ html: '<p>Bag</p>' }, { html: icon('unknown') }])(
  'a page without the store’s icons is unchanged: $html',
  ({ html }) => {
    expect(withIcons(html)).toEqual({ html, icons: '' })
  },
)
