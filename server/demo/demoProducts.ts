import { demoDeclarations, makerAbroad, originOf } from './demoDeclarations.ts'
import { demoPrices } from './demoPrices.ts'
import type { DemoPhoto, DemoProduct, GenderName } from './demoTypes.ts'
import { departments } from './departments.ts'
import { fabricOf } from './fabrics.ts'
import { garmentFacts } from './garmentFacts.ts'
import { type GarmentView, tintOf } from './garmentSpec.ts'
import { type House, houseOf } from './houses.ts'
import { hsnOf } from './hsnOf.ts'
import { lookOf } from './looks.ts'
import { photoPath } from './photoPath.ts'
import { type Design, descriptionOf, namesOf, searchWordsOf } from './productWords.ts'
import type { Department, Range } from './range.ts'
import { numberOf, pick, type Random, seededRandom } from './seededRandom.ts'
import { noStockOf, sizesOf, stockOf } from './sizesOf.ts'

const usualCount = 7

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ /g, '-')

const words = (text: string) => text.split(' ')

function designOf(range: Range, at: number, random: Random): Design {
  const looks = words(range.looks)
  const start = numberOf(range.id)
  const allowed = range.cuts ?? [0, 1, 2]
  const cut = allowed[at % allowed.length] ?? 0
  // A look that comes again comes on another backdrop.
  const backdrop = (start + 3 * (at % looks.length) + Math.floor(at / looks.length)) % 7
  return {
    range,
    fabric: fabricOf(pick(random, words(range.fabrics))),
    look: lookOf(looks[(start + at) % looks.length] ?? ''),
    pattern: pick(random, range.patterns),
    seed: cut + 3 * backdrop,
  }
}

function photosOf({ range, look, pattern, seed }: Design, random: Random): DemoPhoto[] {
  const more: GarmentView[] = random() < 0.7 ? ['hem'] : []
  if (random() < 0.55) more.push('wall')
  return (['front', 'detail', ...more] as GarmentView[]).map((view) => {
    const spec = { type: range.type, pattern, base: look.base, accent: look.accent, seed, view }
    return { path: photoPath(spec), spec }
  })
}

/** Hoodies, T-shirts and sneakers are partly for everyone its brand dresses. */
function gendersOf({ gender }: Department, { range, seed }: Design, house: House): GenderName[] {
  const isShared = ['hoodie', 'tshirt', 'sneakers'].includes(range.type) && seed % 7 < 3
  return isShared && house.genders.length > 1 ? house.genders : [gender]
}

/** Sarees count as cloth and bags as luggage; everything else is taxed by its price. */
const gstOf = ({ type }: Range): number | null =>
  type === 'saree' ? 5 : type === 'handbag' ? 18 : null

function detailsOf({ range, fabric }: Design, country: string): DemoProduct['details'] {
  const { fit, measure, pack } = garmentFacts[range.type]
  const maker = makerAbroad(country)
  return [
    { name: 'Fabric', value: fabric.name },
    { name: 'Fit', value: fit },
    { name: 'Measure', value: measure },
    { name: 'Care', value: fabric.care },
    { name: 'In the pack', value: pack },
    ...(maker ? [{ name: 'Made by', value: maker }] : []),
  ]
}

type Place = { department: Department; range: Range; at: number }

function productOf({ department, range, at }: Place, names: Set<string>): DemoProduct {
  const random = seededRandom(numberOf(`${range.id} ${at}`))
  const brands = words(range.brands)
  const house = houseOf(brands[at % brands.length] ?? '')
  const design = designOf(range, at, random)
  const name = freeName(house.id, namesOf(design), names)
  const id = `${house.id}-${slugOf(name)}`
  const sizes = sizesOf(department.sizes, department.gender, random)
  const country = originOf(house, random)
  const isSoldOut = numberOf(id) % 30 === 3
  return {
    id,
    code: `${house.mark}-${1000 + names.size}`,
    name,
    description: descriptionOf(design),
    brandId: house.id,
    categoryId: department.id,
    subcategoryIds: [range.id],
    genders: gendersOf(department, design, house),
    colour: design.look.colour,
    details: detailsOf(design, country),
    declarations: demoDeclarations({
      house,
      country,
      netQuantity: garmentFacts[range.type].netQuantity,
      random,
    }),
    ...demoPrices(range.mrp, random),
    sizes,
    stock: isSoldOut ? noStockOf(sizes) : stockOf(sizes, random),
    photos: photosOf(design, random),
    tint: tintOf(design.seed),
    hsn: hsnOf(design, department.gender),
    gstPercent: gstOf(range),
    searchWords: [...searchWordsOf(design), house.name.toLowerCase()],
  }
}

/** The first name its brand does not use yet; with a number when all are taken. */
function freeName(brandId: string, names: string[], taken: Set<string>): string {
  const numbered = names.map((name) => `${name} II`)
  const name = [...names, ...numbered].find((one) => !taken.has(`${brandId} ${one}`)) ?? ''
  taken.add(`${brandId} ${name}`)
  return name
}

/** Every product of the demo store, the same each time; mixed, so that a list shows some of all. */
export function demoProducts(): DemoProduct[] {
  const names = new Set<string>()
  const products = departments.flatMap((department) =>
    department.ranges.flatMap((range) =>
      Array.from({ length: range.count ?? usualCount }, (_, at) =>
        productOf({ department, range, at }, names),
      ),
    ),
  )
  return products.sort((a, b) => shuffled(a) - shuffled(b))
}

const shuffled = ({ id }: DemoProduct) => seededRandom(numberOf(id))()
