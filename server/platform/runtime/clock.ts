export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

let override: (() => Date) | undefined

/** The current time. Services use it instead of `new Date()`, so that tests can change it. */
export const clock = {
  now: (): Date => override?.() ?? new Date(),
  later: (ms: number): Date => new Date(clock.now().getTime() + ms),
}

/** Replaces the clock in tests; without an argument, restores the real one. */
export function setClock(now?: () => Date) {
  override = now
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The date in India this many days ago, in ISO format: 2026-11-30. */
export const daysAgoInIndia = (days: number): string =>
  calendar.format(new Date(clock.now().getTime() - days * dayMs))

/** The date in India in ISO format. */
export const todayInIndia = (): string => daysAgoInIndia(0)

/** Whether the text is a timestamp in the format of `toISOString`, in the years 2000 to 2999. */
export function isIsoTimestamp(text: string): boolean {
  const at = new Date(text)
  return /^2\d{3}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text
}
