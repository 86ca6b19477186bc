import pino from 'pino'

/**
 * The log: one JSON line per event. Every entry passes through `redact`, so that phone numbers, OTPs,
 * tokens, names and places that slip in are not written. `openStore` sets the level from the settings.
 */
export const log = pino({
  level: process.env.VITEST ? 'silent' : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: {
    level: (label) => ({ level: label }),
    log: (entry) => redact(entry) as Record<string, unknown>,
  },
  hooks: {
    logMethod(args, write) {
      write.apply(
        this,
        args.map((arg) => (typeof arg === 'string' ? redact(arg) : arg)) as typeof args,
      )
    },
  },
  // `redact` has already handled errors; pino's own serializer would restore their original text.
  serializers: { err: (error: unknown) => error },
})

/** Fields with personal data or credentials. Compared in lower case, without hyphens and underscores. */
const personal = new Set(
  `authorization cookie token tokenhash signuptoken otp code codehash password secret signature
  razorpaysignature contactnumber phone mobile to name firstname lastname email dateofbirth
  receiver receivername receivercontactnumber user address house street postalcode pincode
  latitude longitude lat lng q search endpoint p256dh auth ip params detail text words body query`.split(
    /\s+/,
  ),
)

const patterns: [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer [removed]'],
  [/(?<!\d)(?:\+?91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}(?!\d)/g, '[phone]'],
  [/-?\d{1,3}\.\d{3,}/g, '[number]'],
  [/[\w.+-]+@[\w-]+\.[\w.]+/g, '[email]'],
  [/(?<![\w-])\d{6}(?![\w-])/g, '[code]'],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, '[token]'],
  [/([?&][\w-]+)=[^&\s"]*/g, '$1=…'],
]

/** A copy without personal data, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 5) return '[deep]'
  if (value instanceof Date) return value
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      personal.has(name.replace(/[-_]/g, '').toLowerCase()) ? '[removed]' : redact(item, depth + 1),
    ]),
  )
}

function redactText(text: string): string {
  return patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}

/** Drizzle appends a failed query's parameters to its message; they are cut off. */
function redactError(error: Error, depth: number): object {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: redactText(withoutParams(error.message)),
    stack: redactText(framesOf(error)),
    ...(code !== undefined && { code: String(code) }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  }
}

const withoutParams = (message: string) => message.split(/\nparams:/)[0] ?? ''

/** Only the frames of the stack; its first lines repeat the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
