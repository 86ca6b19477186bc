import type { Category } from '#contract/catalogue/catalogue.ts'
import type { ProductListResponse } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import type { Params } from '#contract/pages/paths.ts'
import { numberText } from '#ui/text/numbers.tsx'
import type { ListParamName } from './listUrl.ts'

type NamedCategory = { _id: string; name: string }

/** The categories by which a list can be narrowed, or the subcategories of its category. */
export type CategoryFilter = {
  legend: string
  name: ListParamName
  options: NamedCategory[]
  /** The category of these subcategories. */
  within?: string
}

export function categoryFilterOf(params: Params, categories: Category[]): CategoryFilter {
  const { category: here } = categoryOf(params, categories)
  if (here) {
    const { _id: within, subcategories: options } = here
    return { legend: 'Subcategory', name: 'subcategory', options, within }
  }
  const genderInUrl = params.gender?.toUpperCase()
  const options = genderInUrl
    ? categories.filter(({ gender }) => gender.some(({ name }) => name === genderInUrl))
    : categories
  return { legend: 'Category', name: 'category', options: withDistinctNames(options) }
}

/** The title of a list: its category, else its only brand, else its gender. */
export function listTitleOf(
  params: Params,
  categories: Category[],
  products: Product[] | undefined,
): string {
  const { category, subcategory } = categoryOf(params, categories)
  const genders = { men: 'Men', women: 'Women' } as const
  const genderInUrl = params.gender?.toLowerCase()
  const gender = genderInUrl === 'men' || genderInUrl === 'women' ? genders[genderInUrl] : undefined
  const brand = products?.find((product) => product.brand._id === params.brands)?.brand.name
  return subcategory?.name ?? category?.name ?? brand ?? gender ?? 'All styles'
}

/** The category and subcategory in the URL; a subcategory implies its category. */
function categoryOf({ category, subcategory }: Params, categories: Category[]) {
  const isHere = ({ _id }: NamedCategory) => _id === subcategory
  const here = categories.find(({ _id, subcategories }) =>
    category ? _id === category : subcategories.some(isHere),
  )
  return { category: here, subcategory: here?.subcategories.find(isHere) }
}

/** Categories of different genders can have the same name. */
function withDistinctNames(categories: Category[]): NamedCategory[] {
  return categories.map(({ _id, name, gender }) => {
    const isAmbiguous = categories.some((other) => other._id !== _id && other.name === name)
    const genderNames = gender.map((ref) => (ref.name === 'MEN' ? 'men' : 'women')).join(' and ')
    return { _id, name: isAmbiguous ? `${name}, ${genderNames}` : name }
  })
}

type ListTotal = Pick<ProductListResponse['result'], 'total' | 'totalRelation'>

/** "1,234 items", or "2,000+ items" where not all of them were counted. */
export const totalText = ({ total, totalRelation, isSaved }: ListTotal & { isSaved?: boolean }) => {
  const text = totalRelation ? `${numberText(total)}+ items` : itemsText(total)
  return isSaved ? `${text} saved here` : text
}

export const itemsText = (count: number) => `${numberText(count)} ${count === 1 ? 'item' : 'items'}`
