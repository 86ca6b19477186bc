import { menEthnicRanges } from './menEthnicRanges.ts'
import { menShirtRanges } from './menShirtRanges.ts'
import { menWesternRanges } from './menWesternRanges.ts'
import type { Department } from './range.ts'
import { womenCarriedRanges } from './womenCarriedRanges.ts'
import { womenDailyRanges } from './womenDailyRanges.ts'
import { womenFestiveRanges } from './womenFestiveRanges.ts'
import { womenWesternRanges } from './womenWesternRanges.ts'

/** Every category, in the order of the menus. */
export const departments: Department[] = [
  ...womenDailyRanges,
  ...womenFestiveRanges,
  ...womenWesternRanges,
  ...womenCarriedRanges,
  ...menEthnicRanges,
  ...menShirtRanges,
  ...menWesternRanges,
]
