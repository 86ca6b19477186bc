import * as v from 'valibot'

import brandsJson from './data/brands.json' with { type: 'json' }
import categoriesJson from './data/categories.json' with { type: 'json' }
import colourwaysJson from './data/colourways.json' with { type: 'json' }
import fabricsJson from './data/fabrics.json' with { type: 'json' }
import garmentsJson from './data/garments.json' with { type: 'json' }

const Gender = v.picklist(['WOMEN', 'MEN'])
export type GarmentType = keyof typeof garmentsJson
const Garment = v.custom<GarmentType>(
  (name) => typeof name === 'string' && Object.hasOwn(garmentsJson, name),
)
const Pattern = v.picklist([
  'solid',
  'stripes',
  'checks',
  'block',
  'ikat',
  'polka',
  'buti',
  'floral',
  'bandhani',
  'leheriya',
  'denim',
])
export type Pattern = v.InferOutput<typeof Pattern>
const Texts = v.array(v.string())

const Brand = v.strictObject({
  id: v.string(),
  name: v.string(),
  genders: v.array(Gender),
  isPremium: v.boolean(),
  hasTryAndBuy: v.boolean(),
  /** Two sentences for the brand's page. */
  description: v.string(),
  maker: v.string(),
  makerAddress: v.string(),
  /** Countries other than India, and how many of a hundred products are made there. */
  abroad: v.array(v.tuple([v.string(), v.number()])),
})

const Fabric = v.strictObject({
  /** The fabric as the label names it. */
  name: v.string(),
  /** The word for the fabric in a product's name. */
  word: v.string(),
  /** A sentence on how the fabric feels, for the description. */
  feel: v.string(),
  /** How to wash it. */
  care: v.string(),
})

const Colourway = v.strictObject({
  /** The name of the colour on the product page. */
  name: v.string(),
  base: v.string(),
  accent: v.string(),
  /** The colour of collars, borders and trims, in words. */
  trim: v.string(),
  searchWords: Texts,
})

const Cut = v.strictObject({
  /** The words before the noun, as in "V-neck kurti"; empty if the cut has none. */
  word: v.string(),
  /** The words after the noun, as in "kurti with a contrast neckline". */
  feature: v.string(),
  /** What the drawing shows, for the description; `{trim}` stands for the trim's colour. */
  line: v.string(),
})

const GarmentFacts = v.strictObject({
  fit: v.string(),
  /** Measurements, for one size if they depend on it. */
  measure: v.string(),
  /** What the customer gets, such as `1 kurti`. */
  pack: v.string(),
  netQuantity: v.string(),
  searchWords: Texts,
  /** HSN codes (customs tariff). */
  hsn: v.strictObject({ WOMEN: v.string(), MEN: v.string() }),
  /** The cuts by `seed % 3`, as the photos show them; a single cut applies to every seed. */
  cuts: v.array(Cut),
})

const Subcategory = v.strictObject({
  id: v.string(),
  name: v.string(),
  garment: Garment,
  /** The noun in product names, such as `kurti`. */
  noun: v.string(),
  brands: Texts,
  fabrics: Texts,
  colourways: Texts,
  patterns: v.array(Pattern),
  /** `seed % 3` of the cuts that the subcategory has; all three if it is missing. */
  cuts: v.optional(v.array(v.number())),
  mrpRupees: v.tuple([v.number(), v.number()]),
  productCount: v.optional(v.number(), 7),
})

const Category = v.strictObject({
  id: v.string(),
  name: v.string(),
  title: v.string(),
  gender: Gender,
  sizing: v.picklist(['letters', 'waist', 'shoes', 'free']),
  /** The name of its size chart's image, if sizes can be measured. */
  sizeChart: v.optional(v.string()),
  cover: v.strictObject({
    garment: Garment,
    pattern: Pattern,
    base: v.string(),
    accent: v.string(),
    seed: v.number(),
  }),
  subcategories: v.array(Subcategory),
})

export type BrandData = v.InferOutput<typeof Brand>
export type FabricData = v.InferOutput<typeof Fabric>
export type ColourwayData = v.InferOutput<typeof Colourway>
export type SubcategoryData = v.InferOutput<typeof Subcategory>
export type CategoryData = v.InferOutput<typeof Category>
type CutData = v.InferOutput<typeof Cut>

/** The brands of the demo store. One of them, a weaver, does not take part in Try & Buy. */
export const brands = v.parse(v.array(Brand), brandsJson)

/** Every category, in the order of the menus. */
export const categories = v.parse(v.array(Category), categoriesJson)

const fabrics = v.parse(v.record(v.string(), Fabric), fabricsJson)
const colourways = v.parse(v.record(v.string(), Colourway), colourwaysJson)
const garments = v.parse(v.record(v.string(), GarmentFacts), garmentsJson)

export const brandById = (id: string) =>
  required(
    brands.find((brand) => brand.id === id),
    `brand ${id}`,
  )
export const fabricById = (id: string) => required(fabrics[id], `fabric ${id}`)

/** A pair of colours that look well on every backdrop. */
export const colourwayById = (id: string) => required(colourways[id], `colourway ${id}`)

/** Facts about a type of garment that match its photos. */
export const garmentFacts = (type: GarmentType) => required(garments[type], `garment ${type}`)

/** The cut that the photos of a seed show. */
export function cutOf(type: GarmentType, seed: number): CutData {
  const { cuts } = garmentFacts(type)
  return required(cuts[seed % cuts.length], `cut of ${type}`)
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The demo data has no ${name}`)
  return value
}
