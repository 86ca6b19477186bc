import { dateTimeText } from '#contract/values/indianTime.ts'

/** A date and time in India, such as 18 Nov 2026, 07:46 PM. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <time dateTime={at ?? undefined}>{textOf(at)}</time>
}

function textOf(at: string | null | undefined): string {
  const moment = new Date(at ?? 'missing')
  return Number.isNaN(moment.getTime()) ? 'Invalid Date' : dateTimeText(moment)
}
