import type { GenderName } from './demoTypes.ts'
import type { GarmentType } from './garments.ts'
import type { Design } from './productWords.ts'

/** For women and for men. */
const codes: Record<GarmentType, [women: string, men: string]> = {
  kurta: ['6211', '6211'],
  kurti: ['6211', '6211'],
  salwar: ['6204', '6203'],
  anarkali: ['6204', '6203'],
  lehenga: ['6204', '6203'],
  saree: ['5407', '5407'],
  sherwani: ['6204', '6203'],
  nehru: ['6204', '6203'],
  shirt: ['6206', '6205'],
  tshirt: ['6109', '6109'],
  polo: ['6106', '6105'],
  jeans: ['6204', '6203'],
  trousers: ['6204', '6203'],
  dress: ['6204', '6203'],
  top: ['6206', '6205'],
  skirt: ['6204', '6203'],
  hoodie: ['6110', '6110'],
  jacket: ['6202', '6201'],
  sneakers: ['6404', '6404'],
  heels: ['6403', '6403'],
  juttis: ['6403', '6403'],
  handbag: ['4202', '4202'],
}

/** A saree is cloth, so its code is that of its yarn. */
const sareeCodes: Record<string, string> = {
  'Mul cotton': '5208',
  'Raw silk': '5007',
  'Chanderi silk-cotton': '5007',
}

/** The tariff code of a product, for its invoice. */
export function hsnOf({ range, fabric }: Design, gender: GenderName): string {
  const [women, men] = codes[range.type]
  const ofYarn = range.type === 'saree' ? sareeCodes[fabric.name] : undefined
  return ofYarn ?? (gender === 'MEN' ? men : women)
}
