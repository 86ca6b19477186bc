import { Note } from '#ui/Note.tsx'

export function TryAndBuyNote() {
  return (
    <Note icon="hanger" tone="mint">
      <b>Try &amp; Buy in Indore.</b> Choose two sizes, keep one at the door.
    </Note>
  )
}
