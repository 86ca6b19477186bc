import type { GenderName } from './demoTypes.ts'
import type { Pattern } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

export type SizeScheme = 'letters' | 'waist' | 'shoes' | 'free'

/** A subcategory, and what its products are made from. */
export type Range = {
  id: string
  name: string
  type: GarmentType
  /** In product names, such as `kurti`. */
  noun: string
  /** Ids, separated by blanks. */
  brands: string
  fabrics: string
  looks: string
  patterns: Pattern[]
  /** `seed % 3` of the cuts it has; all three when left out. */
  cuts?: number[]
  /** Rupees. */
  mrp: [lowest: number, highest: number]
  count?: number
}

export type Department = {
  id: string
  name: string
  title: string
  gender: GenderName
  sizes: SizeScheme
  /** The name of its size chart picture, if sizes can be measured. */
  chart?: string
  ranges: Range[]
}
