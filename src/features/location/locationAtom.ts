import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { ChosenLocation } from './chosenLocation.ts'

const schema = async () => (await import('./chosenLocation.ts')).KeptLocation

/** Null as long as nobody has said where. */
export const locationAtom = persistedAtom<ChosenLocation | null>('location', schema, null)
