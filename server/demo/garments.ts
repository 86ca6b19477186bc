import { bags } from './bags.ts'
import { bottomGarments } from './bottomGarments.ts'
import { dressGarments } from './dressGarments.ts'
import { festiveGarments } from './festiveGarments.ts'
import { formalGarments } from './formalGarments.ts'
import type { GarmentSheet } from './garmentSheet.ts'
import { kurtaGarments } from './kurtaGarments.ts'
import { layerGarments } from './layerGarments.ts'
import { shirtGarments } from './shirtGarments.ts'
import { shoes } from './shoes.ts'

/** How each type of garment is drawn. */
export const garments = {
  ...kurtaGarments,
  ...festiveGarments,
  ...formalGarments,
  ...shirtGarments,
  ...bottomGarments,
  ...dressGarments,
  ...layerGarments,
  ...shoes,
  ...bags,
} satisfies Record<string, (sheet: GarmentSheet) => void>

export type GarmentType = keyof typeof garments

export const isGarmentType = (name: string): name is GarmentType => Object.hasOwn(garments, name)
