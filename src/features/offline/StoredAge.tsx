import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/agoText.ts'

/** How old the prices and sizes are that a page shows from storage. */
export function StoredAge({ storedAt }: { storedAt: number }) {
  return (
    <Note icon="wifi-off">
      Prices from {agoText(storedAt)}. They may have changed since, and sizes may have sold out.
    </Note>
  )
}
