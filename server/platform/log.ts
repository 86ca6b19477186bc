import pino from 'pino'

import { scrubbed } from './scrubbed.ts'

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
    log: (entry) => scrubbed(entry) as Record<string, unknown>,
  },
  hooks: {
    logMethod(words, write) {
      write.apply(
        this,
        words.map((word) => (typeof word === 'string' ? scrubbed(word) : word)) as typeof words,
      )
    },
  },
  // Errors are scrubbed like everything else; pino's own serializer would put their text back.
  serializers: { err: (error: unknown) => error },
})
