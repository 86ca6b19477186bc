import { describe, expect, test, vi } from 'vitest'

import { currentSubscription, pushStateOf, readPushState } from './browserPush.ts'

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

describe('this browser', () => {
  const subscription = { endpoint: 'https://push.example/1' }

  function onDevice(userAgent: string, { maxTouchPoints = 0, permission = '', isOn = false } = {}) {
    const pushManager = { getSubscription: async () => (isOn ? subscription : null) }
    const serviceWorker = { getRegistration: async () => ({ pushManager }) }
    const navigator = { userAgent, maxTouchPoints }
    if (permission === '') return vi.stubGlobal('navigator', navigator)
    vi.stubGlobal('navigator', { ...navigator, serviceWorker })
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission })
  }

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', 5, 'install'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'install'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'none'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 1, 'none'],
    ['Mozilla/5.0 (Linux; Android 9)', 5, 'none'],
  ])(
    '%s with %s touch points and without push is: %s [pwa.9]',
    async (name, maxTouchPoints, state) => {
      onDevice(name, { maxTouchPoints })

      expect(await readPushState()).toBe(state)
      expect(await currentSubscription()).toBeNull()
    },
  )

  test.each([
    ['granted', true, 'on'],
    ['granted', false, 'off'],
    ['default', true, 'off'],
    ['denied', true, 'denied'],
  ])('with the permission %s and subscribed %s is: %s [pwa.9]', async (permission, isOn, state) => {
    onDevice('Mozilla/5.0 (Linux; Android 14)', { permission, isOn })

    expect(await readPushState()).toBe(state)
    expect(await currentSubscription()).toEqual(isOn ? subscription : null)
  })

  test('can turn on notifications before its worker is installed [pwa.9]', async () => {
    onDevice('Mozilla/5.0 (Linux; Android 14)', { permission: 'granted' })
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (Linux; Android 14)',
      serviceWorker: { getRegistration: async () => undefined },
    })

    expect(await readPushState()).toBe('off')
  })
})
