import dayjs from 'dayjs'

/** A moment in words, such as 18 Nov 2026, 07:46 PM. */
export function When({ at }: { at: string | null | undefined }) {
  return <time dateTime={at ?? undefined}>{whenText(at)}</time>
}

export function whenText(at: string | null | undefined): string {
  const moment = dayjs(at ?? 'missing')
  return moment.isValid() ? moment.format('DD MMM YYYY, hh:mm A') : 'Invalid Date'
}
