import { expect, test } from 'vitest'

import { isPushService } from './notificationHandlers.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is a push service [pwa.9]', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://:password@fcm.googleapis.com/abc',
  'https://evilnotify.windows.com/abc',
  'http://127.0.0.1/abc',
  'https://169.254.169.254/latest',
  'ftp://fcm.googleapis.com/abc',
])('%s is not a push service [safe.4]', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})
