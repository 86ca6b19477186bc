import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'

import * as rules from '#contract/rules.ts'

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value)
const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1))
const origin = v.pipe(
  nonEmptyText,
  v.check(
    (text) => /^https?:\/\/[^/]+$/.test(text),
    'is not an origin, such as https://shop.example',
  ),
)
const number = (from: number, to: number) =>
  v.pipe(
    nonEmptyText,
    v.check((text) => /^\d+$/.test(text), 'is not a whole number'),
    v.transform(Number),
    v.check((count) => count >= from && count <= to, `is not between ${from} and ${to}`),
  )
const postgres = v.pipe(
  nonEmptyText,
  v.check((url) => /^(postgres(ql)?|socket):/.test(url), 'does not start with postgres://'),
)
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All environment variables of the store. `.env.example` documents them. */
const Environment = v.object({
  STORE_MODE: v.optional(oneOf(['demo', 'live']), 'demo'),
  PORT: v.optional(number(0, 65_535), '3000'),
  HOST: v.optional(nonEmptyText),
  DATA_DIR: v.optional(nonEmptyText, '.data'),
  DATABASE_URL: v.optional(postgres),
  PUBLIC_ORIGIN: v.optional(origin),
  TRUSTED_PROXIES: v.optional(number(0, 10), '0'),
  OTP_PEPPER: v.optional(v.pipe(nonEmptyText, v.minLength(16, 'is shorter than 16 characters'))),
  OTP_HOURLY_LIMIT: v.optional(number(1, 1_000_000), String(rules.otpLimits.totalHourly)),
  COURIER_STEP_SECONDS: v.optional(number(0, 86_400), '30'),
  SANDBOX_KEY_SECRET: v.optional(nonEmptyText),
  RATE_LIMITS: v.optional(oneOf(['on', 'off']), 'on'),
  RAZORPAY_KEY_ID: v.optional(nonEmptyText),
  RAZORPAY_KEY_SECRET: v.optional(nonEmptyText),
  RAZORPAY_WEBHOOK_SECRET: v.optional(nonEmptyText),
  RAZORPAY_ORIGIN: v.optional(origin),
  MSG91_AUTH_KEY: v.optional(nonEmptyText),
  MSG91_OTP_TEMPLATE: v.optional(nonEmptyText),
  MSG91_LINK_TEMPLATE: v.optional(nonEmptyText),
  MSG91_ORIGIN: v.optional(origin),
  VAPID_PUBLIC_KEY: v.optional(nonEmptyText),
  VAPID_PRIVATE_KEY: v.optional(nonEmptyText),
  VAPID_CONTACT: v.optional(nonEmptyText),
  GOOGLE_MAPS_KEY: v.optional(nonEmptyText),
  GOOGLE_MAPS_ID: v.optional(nonEmptyText),
  MAPS_ORIGIN: v.optional(origin),
  SERVICE_WORKER: v.optional(oneOf(['on', 'off']), 'on'),
  LOG_LEVEL: v.optional(oneOf(logLevels), 'info'),
  METRICS_TOKEN: v.optional(v.pipe(nonEmptyText, v.minLength(16, 'is shorter than 16 characters'))),
})
type Environment = v.InferOutput<typeof Environment>
type Name = keyof Environment
export const settingNames = Object.keys(Environment.entries) as Name[]

/** Variables of the external services. For each service either all are set or none. */
const providers = {
  razorpay: {
    keyId: 'RAZORPAY_KEY_ID',
    keySecret: 'RAZORPAY_KEY_SECRET',
    webhookSecret: 'RAZORPAY_WEBHOOK_SECRET',
  },
  sms: {
    authKey: 'MSG91_AUTH_KEY',
    otpTemplate: 'MSG91_OTP_TEMPLATE',
    linkTemplate: 'MSG91_LINK_TEMPLATE',
  },
  vapid: {
    publicKey: 'VAPID_PUBLIC_KEY',
    privateKey: 'VAPID_PRIVATE_KEY',
    contact: 'VAPID_CONTACT',
  },
} as const satisfies Record<string, Record<string, Name>>

const namesOf = (provider: Record<string, Name>) => Object.values(provider)
const requiredInLiveMode: Name[] = [
  'DATABASE_URL',
  'PUBLIC_ORIGIN',
  'OTP_PEPPER',
  'METRICS_TOKEN',
  ...Object.values(providers).flatMap(namesOf),
]

export type Settings = ReturnType<typeof settingsOf>

/** The settings, or one error that names everything that is wrong with them. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const raw = Object.fromEntries(settingNames.map((name) => [name, emptyToUndefined(env[name])]))
  const { success, output, issues } = v.safeParse(Environment, raw)
  const invalid = (issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  const errors = [
    ...invalid,
    ...(raw.STORE_MODE === 'live' ? liveModeErrors(raw) : incompleteGroupErrors(raw)),
    ...rehearsalErrors(raw),
  ]
  if (!success || errors.length > 0) {
    throw new Error(`The settings are not valid:\n${errors.map((line) => `- ${line}`).join('\n')}`)
  }
  return settingsOf(output)
}

/** Loads a `.env` file. Variables that are set in the environment take precedence. */
export function loadEnvFile(path = '.env') {
  if (existsSync(path)) process.loadEnvFile(path)
}

type RawSettings = Partial<Record<Name, unknown>>

function liveModeErrors(raw: RawSettings): string[] {
  const missing = requiredInLiveMode.filter((name) => raw[name] === undefined)
  const demoOnly = (['SANDBOX_KEY_SECRET', 'RATE_LIMITS'] as const).filter(
    (name) => raw[name] !== undefined && raw[name] !== 'on',
  )
  return [
    ...missing.map((name) => `${name} is required when STORE_MODE is live`),
    ...demoOnly.map((name) => `${name} is allowed in demo mode only`),
  ]
}

function incompleteGroupErrors(raw: RawSettings): string[] {
  return Object.values(providers).flatMap((provider) => {
    const names = namesOf(provider)
    const missing = names.filter((name) => raw[name] === undefined)
    const isHalf = missing.length > 0 && missing.length < names.length
    return isHalf
      ? missing.map((name) => `${name} is required with the other settings of its group`)
      : []
  })
}

const rehearsalOrigins = ['RAZORPAY_ORIGIN', 'MSG91_ORIGIN'] as const satisfies Name[]

/** A rehearsal takes no money: a stand-in never sees a key that can. */
function rehearsalErrors(raw: RawSettings): string[] {
  const origins = rehearsalOrigins.filter((name) => raw[name] !== undefined)
  const isLiveKey = String(raw.RAZORPAY_KEY_ID).startsWith('rzp_live_')
  return origins.flatMap((name) => [
    ...(raw.STORE_MODE === 'live' ? [] : [`${name} is allowed when STORE_MODE is live only`]),
    ...(isLiveKey ? [`${name} is not allowed with the live key of RAZORPAY_KEY_ID`] : []),
  ])
}

function settingsOf(env: Environment) {
  const isDemo = env.STORE_MODE === 'demo'
  return {
    mode: env.STORE_MODE,
    isDemo,
    port: env.PORT,
    host: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(env.DATA_DIR),
    /** If undefined, the embedded database in `dataDir` is used. */
    databaseUrl: env.DATABASE_URL,
    publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    /** Number of our own proxies in front of the server, which locates the caller's address in X-Forwarded-For. */
    trustedProxies: env.TRUSTED_PROXIES,
    otpPepper: env.OTP_PEPPER,
    /** Maximum number of OTP messages per hour, over all phone numbers. */
    otpHourlyLimit: env.OTP_HOURLY_LIMIT,
    courierStepMs: isDemo ? env.COURIER_STEP_SECONDS * 1000 : 0,
    sandboxKeySecret: env.SANDBOX_KEY_SECRET,
    hasRateLimits: env.RATE_LIMITS === 'on',
    /** If undefined, places come from the built-in gazetteer. */
    maps: env.GOOGLE_MAPS_KEY
      ? { key: env.GOOGLE_MAPS_KEY, id: env.GOOGLE_MAPS_ID, origin: env.MAPS_ORIGIN }
      : undefined,
    metricsToken: env.METRICS_TOKEN,
    hasServiceWorker: env.SERVICE_WORKER === 'on',
    logLevel: env.LOG_LEVEL,
    razorpay: providerSettings(env, providers.razorpay),
    razorpayOrigin: env.RAZORPAY_ORIGIN,
    sms: providerSettings(env, providers.sms),
    msg91Origin: env.MSG91_ORIGIN,
    /** Whether money or text messages go to a stand-in, which every page says. */
    isRehearsal: rehearsalOrigins.some((name) => env[name] !== undefined),
    vapid: providerSettings(env, providers.vapid),
  }
}

/** The settings of a provider; undefined if it is not configured. */
function providerSettings<Part extends string>(env: Environment, names: Record<Part, Name>) {
  const parts = Object.entries<Name>(names).map(([part, name]) => [part, env[name]] as const)
  const isWhole = parts.every(([, value]) => value !== undefined)
  return isWhole ? (Object.fromEntries(parts) as Record<Part, string>) : undefined
}

/** Whether the store is served over HTTPS only, so that it may send HSTS. */
export const isHttpsOnly = ({ isDemo, publicOrigin }: Settings): boolean =>
  !isDemo && publicOrigin.startsWith('https:')

/** The folder of product photos. Several processes share it. */
export const photoFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'photos')
