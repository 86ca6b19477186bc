import { careContact, demoStore } from './demoStore.ts'
import type { DemoDeclarations } from './demoTypes.ts'
import type { House } from './houses.ts'
import { pick, type Random } from './seededRandom.ts'

/** Who makes for Indian brands abroad. */
const makersAbroad: Record<string, string> = {
  Bangladesh: 'Meghna Stitchworks Limited, Gazipur 1704, Bangladesh',
  Vietnam: 'Song Hong Footwear and Bags, Binh Duong 820000, Vietnam',
  Italy: 'Conceria Valdarno S.r.l., 56029 Santa Croce sull’Arno, Italy',
}

const monthsOfMake = ['Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']

/** Where one product of a brand was made. */
export function originOf({ abroad }: House, random: Random): string {
  let left = random() * 100
  for (const [country, share] of abroad) {
    if (left < share) return country
    left -= share
  }
  return 'India'
}

/** Who made a product that came from abroad, for its details. */
export const makerAbroad = (country: string): string | undefined => makersAbroad[country]

type Label = { house: House; country: string; netQuantity: string; random: Random }

/** The declarations of a product's label. What came from abroad names its importer. */
export function demoDeclarations({ house, country, netQuantity, random }: Label): DemoDeclarations {
  const { name, address } = demoStore.legalEntity
  const isImported = country !== 'India'
  return {
    maker: isImported ? `Imported by ${name}` : house.maker,
    makerAddress: isImported ? address : house.makerAddress,
    countryOfOrigin: country,
    netQuantity,
    careContact,
    monthOfMake: `${pick(random, monthsOfMake)} 2026`,
  }
}
