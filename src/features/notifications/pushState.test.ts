import { expect, test } from 'vitest'

import { pushStateOf } from './pushState.ts'

const phone = {
  hasPush: true,
  isApple: false,
  permission: 'default',
  isSubscribed: false,
} as const

test.each([
  [phone, 'off'],
  [{ ...phone, permission: 'granted', isSubscribed: true }, 'on'],
  [{ ...phone, permission: 'granted' }, 'off'],
  [{ ...phone, permission: 'denied', isSubscribed: true }, 'denied'],
  [{ ...phone, hasPush: false }, 'none'],
  [{ ...phone, hasPush: false, isApple: true }, 'install'],
  [{ ...phone, isApple: true }, 'off'],
] as const)('%o is %s [pwa.9]', (browser, state) => {
  expect(pushStateOf(browser)).toBe(state)
})
