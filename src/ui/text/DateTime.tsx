import dayjs from 'dayjs'

/** A date and time, such as 18 Nov 2026, 07:46 PM. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <time dateTime={at ?? undefined}>{dateTimeText(at)}</time>
}

function dateTimeText(at: string | null | undefined): string {
  const moment = dayjs(at ?? 'missing')
  return moment.isValid() ? moment.format('DD MMM YYYY, hh:mm A') : 'Invalid Date'
}
