const minute = 60_000
const units = [
  { unit: 'day', ms: 24 * 60 * minute },
  { unit: 'hour', ms: 60 * minute },
  { unit: 'minute', ms: minute },
] as const

/** "2 hours ago", in the largest unit that fits. */
export function agoText(at: number, now = Date.now()): string {
  const age = now - at
  const largest = units.find(({ ms }) => age >= ms)
  if (!largest) return 'less than a minute ago'
  return new Intl.RelativeTimeFormat('en-IN').format(-Math.floor(age / largest.ms), largest.unit)
}
