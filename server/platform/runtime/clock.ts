let moved: (() => Date) | undefined

/** The time the store goes by. Services ask it and never `new Date()`, so that tests can move it. */
export const clock = {
  now: (): Date => moved?.() ?? new Date(),
  later: (ms: number): Date => new Date(clock.now().getTime() + ms),
}

/** Puts another clock in its place; without one, the real one comes back. For tests. */
export function setClock(now?: () => Date) {
  moved = now
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The calendar day there, year first: 2026-11-30. */
export const todayInIndia = (): string => calendar.format(clock.now())

/** Whether a text from outside is a moment as `toISOString` writes it, within our times. */
export function isMoment(text: string): boolean {
  const at = new Date(text)
  return /^2\d{3}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text
}
