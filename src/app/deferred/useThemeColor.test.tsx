import { render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { chooseTheme } from '#platform/theme.ts'
import { useThemeColor } from './useThemeColor.ts'

const meta = document.createElement('meta')

function Page({ pathname }: { pathname: string }) {
  useThemeColor(pathname)
  return (
    <header style={{ backgroundColor: pathname === '/' ? 'rgb(255, 0, 0)' : 'rgb(0, 0, 255)' }} />
  )
}

beforeEach(() => {
  Object.assign(meta, { name: 'theme-color', content: '#57d9ae' })
  document.head.append(meta)
  // jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { value: 56, configurable: true })
})

test('the system’s bar has the colour of the header on each page; the accent colour is kept [pwa.1]', () => {
  const { rerender } = render(<Page pathname="/" />)
  expect(meta.content).toBe('rgb(255, 0, 0)')

  rerender(<Page pathname="/cart" />)
  chooseTheme('dark')

  expect(meta.content).toBe('rgb(0, 0, 255)')
  expect(meta.dataset.accent).toBe('#57d9ae')
  chooseTheme('system')
})
