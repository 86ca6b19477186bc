import pino from 'pino'

/**
 * What the store writes down: one JSON line per event, for machines. It passes through `scrubbed`,
 * so a phone number, a code, a token, a name or a place that slips in does not come out. How much
 * it is, the settings say once they are read.
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
    logMethod(words, write) {
      write.apply(
        this,
        words.map((word) => (typeof word === 'string' ? redact(word) : word)) as typeof words,
      )
    },
  },
  // Errors are scrubbed like everything else; pino's own serializer would put their text back.
  serializers: { err: (error: unknown) => error },
})

/** Names of fields whose content is someone's, or opens something. Compared without case and dashes. */
const personal = new Set(
  `authorization cookie token tokenhash signuptoken otp code codehash password secret signature
  razorpaysignature contactnumber phone mobile to name firstname lastname email dateofbirth
  receiver receivername receivercontactnumber user address street postalcode pincode
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

/** The same without anything personal, however deep. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubbedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 5) return '[deep]'
  if (value instanceof Date) return value
  if (value instanceof Error) return scrubbedError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      personal.has(name.replace(/[-_]/g, '').toLowerCase()) ? '[removed]' : redact(item, depth + 1),
    ]),
  )
}

function scrubbedText(text: string): string {
  return patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}

/** A failed query says its parameters after its text: those are cut off. */
function scrubbedError(error: Error, depth: number): object {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: scrubbedText(withoutParams(error.message)),
    stack: scrubbedText(framesOf(error)),
    ...(code !== undefined && { code: String(code) }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  }
}

const withoutParams = (message: string) => message.split(/\nparams:/)[0] ?? ''

/** Only where it happened: the first lines of a stack repeat the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
