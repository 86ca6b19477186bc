import type { Read } from '#contract/api/reads.ts'
import { AgeNote } from '#ui/feedback/AgeNote.tsx'
import { useStoredReads } from './ReadAgeNote.tsx'

/** Shows the age of the home page if it comes from the cache. Imported only then. */
export default function HomeAgeNote({ reads }: { reads: Read[] }) {
  return (
    <AgeNote
      isLate
      savedAt={useStoredReads(reads)}
      icon="wifi-off"
      upToDateText="Offers are up to date."
    >
      {(age) => `Offers from ${age}. They may have changed since.`}
    </AgeNote>
  )
}
