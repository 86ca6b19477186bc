import { bags, shoes } from './footwearAndBags.ts'
import { bottomGarments } from './bottoms.ts'
import { dressGarments } from './dresses.ts'
import { festiveGarments } from './festive.ts'
import { formalGarments } from './formal.ts'
import type { GarmentCanvas } from './garmentCanvas.ts'
import { kurtaGarments } from './kurtas.ts'
import { layerGarments } from './layers.ts'
import { shirtGarments } from './shirts.ts'

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
