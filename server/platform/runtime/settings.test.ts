import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readSettings, settingNames } from './settings.ts'

const live = {
  STORE_MODE: 'live',
  METRICS_TOKEN: 'a-token-of-the-tests',
  DATABASE_URL: 'postgres://store@db/store',
  PUBLIC_ORIGIN: 'https://pehno.example',
  OTP_PEPPER: 'a-pepper-of-many-letters',
  RAZORPAY_KEY_ID: 'key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'other secret',
  MSG91_AUTH_KEY: 'key',
  MSG91_OTP_TEMPLATE: 'otp',
  MSG91_LINK_TEMPLATE: 'link',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'private',
  VAPID_CONTACT: 'mailto:care@pehno.example',
}

test('all settings have defaults', () => {
  expect(readSettings({})).toMatchObject({
    isDemo: true,
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    courierStepMs: 30_000,
    hasRateLimits: true,
    publicOrigin: 'http://localhost:3000',
    razorpay: undefined,
    sms: undefined,
    vapid: undefined,
  })
})

test('.env.example contains every setting and no other', () => {
  const names = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z\d_]+)=/gm)

  expect([...names].map(([, name]) => name).sort()).toEqual([...settingNames].sort())
})

test('the log level is validated [ops.3]', () => {
  expect(readSettings({ LOG_LEVEL: 'warn' }).logLevel).toBe('warn')
  expect(() => readSettings({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of: fatal')
})

test('Google Maps is used only with a key [loc.11]', () => {
  expect(readSettings({ GOOGLE_MAPS_ID: 'style' }).maps).toBeUndefined()
  expect(
    readSettings({ GOOGLE_MAPS_KEY: 'key', MAPS_ORIGIN: 'https://maps.pehno.example' }).maps,
  ).toEqual({ key: 'key', id: undefined, origin: 'https://maps.pehno.example' })
  expect(() => readSettings({ MAPS_ORIGIN: 'maps.pehno.example' })).toThrow(
    'MAPS_ORIGIN is not an origin',
  )
})

test('an empty setting counts as none', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 })
})

test('all errors are reported at once', () => {
  const wrong = {
    PORT: 'http',
    COURIER_STEP_SECONDS: '-1',
    DATABASE_URL: 'mysql://x',
    STORE_MODE: 'x',
  }

  expect(() => readSettings(wrong)).toThrow(
    /STORE_MODE must be one of: demo, live[^]*PORT is not a whole number[^]*DATABASE_URL does not start[^]*COURIER_STEP_SECONDS/,
  )
})

test('an incomplete provider is refused', () => {
  expect(() => readSettings({ RAZORPAY_KEY_ID: 'key' })).toThrow('RAZORPAY_KEY_SECRET is required')
})

test('live mode lists all missing settings', () => {
  expect(() => readSettings({ STORE_MODE: 'live', RAZORPAY_KEY_ID: 'key' })).toThrow(
    /DATABASE_URL is required[^]*METRICS_TOKEN is required[^]*RAZORPAY_KEY_SECRET is required[^]*MSG91_AUTH_KEY is required[^]*VAPID_PUBLIC_KEY is required/,
  )
})

test('live mode refuses demo settings', () => {
  expect(() => readSettings({ ...live, RATE_LIMITS: 'off' })).toThrow(
    'RATE_LIMITS is allowed in demo mode',
  )
  expect(() => readSettings({ ...live, SANDBOX_KEY_SECRET: 'x' })).toThrow('SANDBOX_KEY_SECRET')
  expect(readSettings({ ...live, RATE_LIMITS: 'on' }).hasRateLimits).toBe(true)
})

test('a demo store can run without rate limits', () => {
  expect(readSettings({ RATE_LIMITS: 'off' }).hasRateLimits).toBe(false)
})

test('a complete live store starts, without a courier', () => {
  expect(readSettings(live)).toMatchObject({
    isDemo: false,
    host: '0.0.0.0',
    courierStepMs: 0,
    razorpay: { keyId: 'key', keySecret: 'secret', webhookSecret: 'other secret' },
    vapid: { publicKey: 'public' },
  })
})
