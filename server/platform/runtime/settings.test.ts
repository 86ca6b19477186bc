import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

import { isHttpsOnly, loadEnvFile, readSettings, settingNames } from './settings.ts'

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

test('a live store can rehearse with stand-ins, but not with a key that takes money', () => {
  const origins = {
    RAZORPAY_ORIGIN: 'http://localhost:4100',
    MSG91_ORIGIN: 'http://localhost:4100',
  }

  expect(readSettings({ ...live, ...origins })).toMatchObject({
    isRehearsal: true,
    razorpayOrigin: 'http://localhost:4100',
    msg91Origin: 'http://localhost:4100',
  })
  expect(readSettings(live).isRehearsal).toBe(false)
  expect(() =>
    readSettings({ ...live, ...origins, RAZORPAY_KEY_ID: 'rzp_live_abcdefghijklmn' }),
  ).toThrow(
    /RAZORPAY_ORIGIN is not allowed with the live key[^]*MSG91_ORIGIN is not allowed with the live key/,
  )
  expect(() => readSettings({ MSG91_ORIGIN: 'http://localhost:4100' })).toThrow(
    'MSG91_ORIGIN is allowed when STORE_MODE is live only',
  )
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

test.for(['https://shop.example', 'http://localhost:3000'])('%s is an origin', (origin) => {
  expect(readSettings({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
})

test.for([
  'shop.example',
  'ftp://shop.example',
  'https://shop.example/',
  'see https://shop.example',
])('%s is not an origin', (origin) => {
  expect(() => readSettings({ PUBLIC_ORIGIN: origin })).toThrow(
    'PUBLIC_ORIGIN is not an origin, such as https://shop.example',
  )
})

test.for([
  ['PORT', '65535', '65536', 'PORT is not between 0 and 65535'],
  ['TRUSTED_PROXIES', '10', '11', 'TRUSTED_PROXIES is not between 0 and 10'],
  ['OTP_HOURLY_LIMIT', '1', '0', 'OTP_HOURLY_LIMIT is not between 1 and 1000000'],
  ['PORT', '0', '80a', 'PORT is not a whole number'],
  ['PORT', '8080', 'a80', 'PORT is not a whole number'],
] as const)('%s may be %s but not %s [safe.4]', ([name, right, wrong, message]) => {
  expect(() => readSettings({ [name]: right })).not.toThrow()
  expect(() => readSettings({ [name]: wrong })).toThrow(message)
})

test.for(['postgres://db/store', 'postgresql://db/store', 'socket:/run/postgresql?db=store'])(
  'the database URL may be %s',
  (url) => {
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  },
)

test.for(['x-postgres://db', 'postgresx://db', 'mysql://db'])(
  'the database URL may not be %s',
  (url) => {
    expect(() => readSettings({ DATABASE_URL: url })).toThrow(
      'DATABASE_URL does not start with postgres://',
    )
  },
)

test.for(['OTP_PEPPER', 'METRICS_TOKEN'])('%s has at least 16 characters [safe.4]', (name) => {
  expect(() => readSettings({ [name]: 'x'.repeat(16) })).not.toThrow()
  expect(() => readSettings({ [name]: 'x'.repeat(15) })).toThrow(
    `${name} is shorter than 16 characters`,
  )
})

test('every error is on its own line', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
    /^The settings are not valid:\n- PORT is not a whole number\n- LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent$/,
  )
})

test.for([
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  ['MSG91_AUTH_KEY', 'MSG91_OTP_TEMPLATE', 'MSG91_LINK_TEMPLATE'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_CONTACT'],
] as const)('%s, %s and %s are set together or not at all', ([one, two, three]) => {
  expect(() => readSettings({ [one]: 'x', [two]: 'y', [three]: 'z' })).not.toThrow()
  expect(() => readSettings({ [one]: 'x', [two]: 'y' })).toThrow(
    `- ${three} is required with the other settings of its group`,
  )
})

test('a complete provider of a demo store is used, with each setting in its place', () => {
  const { sms, razorpay, vapid } = readSettings({
    MSG91_AUTH_KEY: 'a',
    MSG91_OTP_TEMPLATE: 'b',
    MSG91_LINK_TEMPLATE: 'c',
    VAPID_PUBLIC_KEY: 'd',
    VAPID_PRIVATE_KEY: 'e',
    VAPID_CONTACT: 'mailto:care@pehno.example',
  })

  expect(sms).toEqual({ authKey: 'a', otpTemplate: 'b', linkTemplate: 'c' })
  expect(vapid).toEqual({
    publicKey: 'd',
    privateKey: 'e',
    contact: 'mailto:care@pehno.example',
  })
  expect(razorpay).toBeUndefined()
})

test('only a live store with an HTTPS origin is served over HTTPS only [safe.3]', () => {
  const isSecure = (env: Record<string, string>) => isHttpsOnly(readSettings(env))

  expect(isSecure(live)).toBe(true)
  expect(isSecure({ ...live, PUBLIC_ORIGIN: 'http://pehno.example' })).toBe(false)
  expect(isSecure({ PUBLIC_ORIGIN: 'https://pehno.example' })).toBe(false)
})

test('an .env file is loaded if there is one, and the environment takes precedence', ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-env-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    delete process.env.PEHNO_TEST_OF_FILE
  })
  const file = join(folder, '.env')
  writeFileSync(file, 'PEHNO_TEST_OF_FILE=file\nPEHNO_TEST_OF_BOTH=file\n')
  vi.stubEnv('PEHNO_TEST_OF_BOTH', 'environment')

  loadEnvFile(join(folder, 'missing'))
  expect(process.env.PEHNO_TEST_OF_FILE).toBeUndefined()
  loadEnvFile(file)

  expect(process.env.PEHNO_TEST_OF_FILE).toBe('file')
  expect(process.env.PEHNO_TEST_OF_BOTH).toBe('environment')
})
