import { bags, shoes } from './footwearAndBags.ts'
import {
  bottomGarments,
  dressGarments,
  formalGarments,
  layerGarments,
  shirtGarments,
} from './westernWear.ts'
import { festiveGarments, kurtaGarments } from './ethnicWear.ts'
import type { GarmentCanvas } from './garmentCanvas.ts'

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
} satisfies Record<string, (canvas: GarmentCanvas) => void>

export type GarmentType = keyof typeof garments

export const isGarmentType = (name: string): name is GarmentType => Object.hasOwn(garments, name)
