import { expect, test } from 'vitest'

import { accentStyles, contrast, parseHex } from './renderDocument.ts'

const shade = (styles: string, name: string) =>
  parseHex(new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(styles)?.[1] ?? '')

test.each(['#57d9ae', '#ff0055', '#ffe600', '#101010', '#ffffff', '#7a5cff'])(
  'a store with the accent colour %s has enough contrast [a11y.1]',
  (accent) => {
    const [styles = '', byNight = ''] = accentStyles(accent).split('@media')

    const paper = parseHex('#ffffff')
    expect(shade(styles, 'mint')).toEqual(parseHex(accent))
    expect(contrast(shade(styles, 'mint-ink'), paper)).toBeGreaterThanOrEqual(7)
    expect(contrast(shade(styles, 'mint-ink'), shade(styles, 'mint-wash'))).toBeGreaterThan(4.5)
    expect(contrast(shade(styles, 'on-mint'), shade(styles, 'mint'))).toBeGreaterThanOrEqual(4.1)
    expect(contrast(shade(byNight, 'mint-ink'), parseHex('#0f1614'))).toBeGreaterThanOrEqual(7)
  },
)
