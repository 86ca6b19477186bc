import { AgeNote } from '#ui/feedback/AgeNote.tsx'

/** Shows the age of saved orders while the store cannot be reached. `savedAt` is in ms since 1970. */
export function OrderAgeNote({ savedAt }: { savedAt: number | undefined }) {
  return (
    <AgeNote savedAt={savedAt} icon="clock" upToDateText="The status is up to date.">
      {(age) => `Saved on this device ${age}. The status may have changed since.`}
    </AgeNote>
  )
}
