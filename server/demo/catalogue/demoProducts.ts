import { backdropOf, productPhotoPath } from '#server/demo/imagePath.ts'
import { slugOf } from '#server/features/catalogue/import/importValues.ts'
import { hashText, pickRandom, type Random, seededRandom } from '#server/demo/seededRandom.ts'
import {
  brandById,
  type BrandData,
  categories,
  type CategoryData,
  colourwayById,
  type ColourwayData,
  cutOf,
  fabricById,
  type FabricData,
  garmentFacts,
  type Pattern,
  type SubcategoryData,
} from './data.ts'
import { careContact, demoStore } from './demoStore.ts'
import type {
  DemoDeclarations,
  DemoPhoto,
  DemoProduct,
  GarmentView,
  GenderName,
} from './demoTypes.ts'

function designOf(subcategory: SubcategoryData, index: number, random: Random): Design {
  const { colourways, cuts = [0, 1, 2], fabrics, patterns } = subcategory
  const start = hashText(subcategory.id)
  const cut = cuts[index % cuts.length] ?? 0
  // A colourway that is used again gets another backdrop.
  const backdrop =
    (start + 3 * (index % colourways.length) + Math.floor(index / colourways.length)) % 7
  return {
    subcategory,
    fabric: fabricById(pickRandom(random, fabrics)),
    colourway: colourwayById(colourways[(start + index) % colourways.length] ?? ''),
    pattern: pickRandom(random, patterns),
    seed: cut + 3 * backdrop,
  }
}

function photosOf({ subcategory, colourway, pattern, seed }: Design, random: Random): DemoPhoto[] {
  const more: GarmentView[] = random() < 0.7 ? ['hem'] : []
  if (random() < 0.55) more.push('wall')
  return (['front', 'detail', ...more] as GarmentView[]).map((view) => {
    const { base, accent } = colourway
    const spec = { type: subcategory.garment, pattern, base, accent, seed, view }
    return { path: productPhotoPath(spec), spec }
  })
}

/** Some hoodies, T-shirts and sneakers are for every gender that the brand sells to. */
function gendersOf({ gender }: CategoryData, design: Design, brand: BrandData): GenderName[] {
  const { subcategory, seed } = design
  const isShared = ['hoodie', 'tshirt', 'sneakers'].includes(subcategory.garment) && seed % 7 < 3
  return isShared && brand.genders.length > 1 ? brand.genders : [gender]
}

/** Sarees are taxed as fabric and bags as luggage; everything else is taxed by its price. */
const gstOf = ({ garment }: SubcategoryData): number | null =>
  garment === 'saree' ? 5 : garment === 'handbag' ? 18 : null

/** A saree is taxed as fabric, so its tariff code is that of its yarn. */
const sareeHsnCodes: Record<string, string> = {
  'Mul cotton': '5208',
  'Raw silk': '5007',
  'Chanderi silk-cotton': '5007',
}

/** The tariff code, for the invoice. */
function hsnOf({ subcategory: { garment }, fabric }: Design, gender: GenderName): string {
  const yarnCode = garment === 'saree' ? sareeHsnCodes[fabric.name] : undefined
  return yarnCode ?? garmentFacts(garment).hsn[gender]
}

function detailsOf({ subcategory, fabric }: Design, country: string): DemoProduct['details'] {
  const { fit, measure, pack } = garmentFacts(subcategory.garment)
  const maker = makersAbroad[country]
  return [
    { name: 'Fabric', value: fabric.name },
    { name: 'Fit', value: fit },
    { name: 'Measurements', value: measure },
    { name: 'Care', value: fabric.care },
    { name: 'In the pack', value: pack },
    ...(maker ? [{ name: 'Made by', value: maker }] : []),
  ]
}

/** Manufacturers abroad that produce for Indian brands. */
const makersAbroad: Record<string, string> = {
  Bangladesh: 'Meghna Stitchworks Limited, Gazipur 1704, Bangladesh',
  Vietnam: 'Song Hong Footwear and Bags, Binh Duong 820000, Vietnam',
  Italy: 'Conceria Valdarno S.r.l., 56029 Santa Croce sull’Arno, Italy',
}

const monthsOfManufacture = ['Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']

function originOf({ abroad }: BrandData, random: Random): string {
  let remaining = random() * 100
  for (const [country, share] of abroad) {
    if (remaining < share) return country
    remaining -= share
  }
  return 'India'
}

type LabelData = { brand: BrandData; country: string; netQuantity: string; random: Random }

/** The declarations on a product's label. An imported product names its importer. */
function declarationsOf({ brand, country, netQuantity, random }: LabelData): DemoDeclarations {
  const { name, address } = demoStore.legalEntity
  const isImported = country !== 'India'
  return {
    maker: isImported ? `Imported by ${name}` : brand.maker,
    makerAddress: isImported ? address : brand.makerAddress,
    countryOfOrigin: country,
    netQuantity,
    careContact,
    monthOfManufacture: `${pickRandom(random, monthsOfManufacture)} 2026`,
  }
}

/** Percent off. About a quarter of the products are sold at their MRP. */
const discounts = [0, 0, 0, 0, 10, 15, 20, 25, 30, 30, 35, 40, 40, 45, 50, 60]

/** MRP and price between two amounts of rupees; both whole rupees, the price never above. */
function pricesBetween([lowest, highest]: [number, number], random: Random) {
  const between = lowest + random() * (highest - lowest)
  const mrp = Math.round(between / 100) * 100 - 1
  const percentOff = pickRandom(random, discounts)
  const price = percentOff === 0 ? mrp : Math.floor((mrp * (100 - percentOff)) / 1000) * 10 + 9
  return { mrpPaise: mrp * 100, pricePaise: price * 100 }
}

const ukSizes = (sizes: number[]) => sizes.map((size) => `UK ${size}`)

const sizeRuns: Record<CategoryData['sizing'], Record<GenderName, string[]>> = {
  letters: { WOMEN: ['XS', 'S', 'M', 'L', 'XL', 'XXL'], MEN: ['S', 'M', 'L', 'XL', 'XXL'] },
  waist: {
    WOMEN: ['26', '28', '30', '32', '34', '36'],
    MEN: ['28', '30', '32', '34', '36', '38'],
  },
  shoes: { WOMEN: ukSizes([3, 4, 5, 6, 7, 8]), MEN: ukSizes([6, 7, 8, 9, 10]) },
  free: { WOMEN: ['Free size'], MEN: ['Free size'] },
}

/** The sizes a product comes in, in order. Some do not come in the last one. */
function sizesOf({ sizing, gender }: CategoryData, random: Random): string[] {
  const sizes = sizeRuns[sizing][gender]
  return sizes.length > 1 && random() < 0.2 ? sizes.slice(0, -1) : sizes
}

function randomStock(random: Random): number {
  const chance = random()
  if (chance < 0.09) return 0
  if (chance < 0.27) return 1 + Math.floor(random() * 2)
  return 3 + Math.floor(random() * 22)
}

type ProductSeed = { category: CategoryData; subcategory: SubcategoryData; index: number }

function productOf({ category, subcategory, index }: ProductSeed, names: Set<string>): DemoProduct {
  const random = seededRandom(hashText(`${subcategory.id} ${index}`))
  const brand = brandById(subcategory.brands[index % subcategory.brands.length] ?? '')
  const design = designOf(subcategory, index, random)
  const name = unusedName(brand.id, possibleNames(design), names)
  const id = `${brand.id}-${slugOf(name)}`
  const sizes = sizesOf(category, random)
  const country = originOf(brand, random)
  const { netQuantity } = garmentFacts(subcategory.garment)
  const isSoldOut = hashText(id) % 30 === 3
  return {
    id,
    code: `${brandCode(brand)}-${1000 + names.size}`,
    name,
    description: describeDesign(design),
    brandId: brand.id,
    categoryId: category.id,
    subcategoryIds: [subcategory.id],
    genders: gendersOf(category, design, brand),
    colour: design.colourway.name,
    details: detailsOf(design, country),
    declarations: declarationsOf({ brand, country, netQuantity, random }),
    ...pricesBetween(subcategory.mrpRupees, random),
    sizes,
    stock: Object.fromEntries(sizes.map((size) => [size, isSoldOut ? 0 : randomStock(random)])),
    photos: photosOf(design, random),
    tint: backdropOf(design.seed),
    hsn: hsnOf(design, category.gender),
    gstPercent: gstOf(subcategory),
    searchWords: [...searchKeywords(design), brand.name.toLowerCase()],
  }
}

/** The prefix of a brand's product codes. */
const brandCode = ({ id }: BrandData) =>
  id
    .replace(/[^a-z]/g, '')
    .slice(0, 3)
    .toUpperCase()

/** The first name that its brand does not use yet, with a number where all are used. */
function unusedName(brandId: string, names: string[], taken: Set<string>): string {
  const numbered = names.map((name) => `${name} II`)
  const name =
    [...names, ...numbered].find((candidate) => !taken.has(`${brandId} ${candidate}`)) ?? ''
  taken.add(`${brandId} ${name}`)
  return name
}

/** Every product of the demo store, always the same, shuffled so that a list shows a mix. */
export function demoProducts(): DemoProduct[] {
  const names = new Set<string>()
  const products = categories.flatMap((category) =>
    category.subcategories.flatMap((subcategory) =>
      Array.from({ length: subcategory.productCount }, (_, index) =>
        productOf({ category, subcategory, index }, names),
      ),
    ),
  )
  return products.sort((a, b) => shuffleKey(a) - shuffleKey(b))
}

const shuffleKey = ({ id }: DemoProduct) => seededRandom(hashText(id))()

/** The attributes from which a product's name and texts are made. */
type Design = {
  subcategory: SubcategoryData
  fabric: FabricData
  colourway: ColourwayData
  pattern: Pattern
  seed: number
}

/** The word for each pattern in a name, and a sentence on how it is made. */
const patternWords: Record<Pattern, { word: string; line: string }> = {
  solid: { word: '', line: '' },
  stripes: { word: 'striped', line: 'The stripes are woven, not printed.' },
  checks: {
    word: 'checked',
    line: 'The check is woven from dyed yarn, so it shows on both sides.',
  },
  block: {
    word: 'block-print',
    line: 'Printed by hand with carved blocks, so the print shifts a little from piece to piece.',
  },
  ikat: {
    word: 'ikat',
    line: 'The yarn is dyed before it is woven, which gives the motifs their soft edge.',
  },
  polka: { word: 'polka-dot', line: 'Printed with small, evenly spaced dots.' },
  buti: { word: 'paisley', line: 'Small, evenly spaced paisleys.' },
  floral: { word: 'floral', line: 'Printed with flowers and leaves on a plain ground.' },
  bandhani: {
    word: 'bandhani',
    line: 'Tied by hand and dyed, dot by dot; no two are quite alike.',
  },
  leheriya: {
    word: 'leheriya',
    line: 'The waves come from rolling the cloth and tying it before dyeing.',
  },
  denim: { word: '', line: 'Washed once before sewing, so it hardly shrinks at home.' },
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const joinWords = (...words: string[]) => capitalize(words.filter(Boolean).join(' '))

/** Names that fit a design, from the plainest to the most exact. */
function possibleNames({ subcategory, fabric, colourway, pattern, seed }: Design): string[] {
  const { noun } = subcategory
  const { word: cut, feature } = cutOf(subcategory.garment, seed)
  const print = patternWords[pattern].word
  const cloth = fabric.word
  const colour = colourway.name.toLowerCase()
  const printed = joinWords(print, cloth, noun)
  const names = [
    print ? printed : joinWords(cut, cloth, noun),
    joinWords(cut, print || cloth, noun),
    `${joinWords(print || cloth, noun)} with ${feature.replace(/^an? /, '')}`,
    joinWords(cut, print, cloth, noun),
    joinWords(colour, print || cloth, noun),
    `${printed} in ${colour}`,
    joinWords(cut, colour, print || cloth, noun),
  ]
  const start = seed % 4
  return [...names.slice(start, 4), ...names.slice(0, start), ...names.slice(4)]
}

const isPlural = (noun: string) => /[^s]s$/.test(noun)
const articleFor = (noun: string) => (isPlural(noun) ? '' : /^[aeiou]/i.test(noun) ? 'An ' : 'A ')

/** Four sentences that are true of the photos and the fabric. */
function describeDesign({ subcategory, fabric, colourway, pattern, seed }: Design): string {
  const { line } = cutOf(subcategory.garment, seed)
  const { measure, fit } = garmentFacts(subcategory.garment)
  const print = patternWords[pattern]
  const cloth = fabric.name.charAt(0).toLowerCase() + fabric.name.slice(1)
  const subject = capitalize(`${articleFor(subcategory.noun)}${subcategory.noun}`.trim())
  const opening = `${subject} in ${colourway.name.toLowerCase()} ${cloth}.`
  const lookText = `${line.replace('{trim}', colourway.trim)}.`
  const makingText = print.line || fabric.feel
  const fitText = seed % 2 === 0 ? `${fit}.` : `${measure}.`
  return [opening, lookText, makingText, fitText].join(' ')
}

/** Search terms for the product, in English and Hindi. */
function searchKeywords({ subcategory, fabric, colourway, pattern, seed }: Design): string[] {
  const words = [
    ...garmentFacts(subcategory.garment).searchWords,
    subcategory.name.toLowerCase(),
    colourway.name.toLowerCase(),
    ...colourway.searchWords,
    fabric.word,
    fabric.name.toLowerCase(),
    patternWords[pattern].word,
    cutOf(subcategory.garment, seed).word,
  ]
  return [...new Set(words.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean))]
}
