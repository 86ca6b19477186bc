/** An Indian mobile number: ten digits, the first 6 to 9. */
export const phonePattern = /^[6-9]\d{9}$/

/** A pasted '+91 98260 41375' or '098260 41375' as the ten digits; anything else stays as it is. */
export function withoutCountryCode(typed: string): string {
  const [, digits] = /^(?:\+?91|0)(\d{10})$/.exec(typed.replace(/[\s()-]/g, '')) ?? []
  return digits ?? typed
}
