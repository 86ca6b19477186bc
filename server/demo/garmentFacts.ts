import { carriedFacts } from './carriedFacts.ts'
import type { CutFacts, GarmentFacts } from './cutFacts.ts'
import { ethnicFacts } from './ethnicFacts.ts'
import type { GarmentType } from './garments.ts'
import { westernFacts } from './westernFacts.ts'

/** What is true of each type as it is drawn. */
export const garmentFacts: Record<GarmentType, GarmentFacts> = {
  ...ethnicFacts,
  ...westernFacts,
  ...carriedFacts,
}

/** The facts of the cut that a seed draws. */
export function cutOf(type: GarmentType, seed: number): CutFacts {
  const { cuts } = garmentFacts[type]
  const facts = cuts[seed % cuts.length] ?? cuts[0]
  if (!facts) throw new Error(`${type} has no cut`)
  return facts
}
