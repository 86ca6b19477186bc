/** Whether a text from outside is a moment as `toISOString` writes it, within our times. */
export function isMoment(text: string): boolean {
  const at = new Date(text)
  return /^2\d{3}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text
}
