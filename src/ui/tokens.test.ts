import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a chosen dark theme looks like that of the device [a11y.1]', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  const declarationsOf = (selector: string) => {
    const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
    return block
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter(Boolean)
  }

  const ofDevice = declarationsOf(':root:not([data-theme])')

  expect(ofDevice.length).toBeGreaterThan(20)
  expect(declarationsOf(":root[data-theme='dark']")).toEqual(ofDevice)
})
