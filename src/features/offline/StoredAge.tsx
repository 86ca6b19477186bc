import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/DateTime.tsx'

/** The age of the prices on a page served from the cache. */
export function StoredAge({ storedAt }: { storedAt: number }) {
  return (
    <Note icon="wifi-off">
      Prices from {agoText(storedAt)}. They may have changed since, and sizes may have sold out.
    </Note>
  )
}
