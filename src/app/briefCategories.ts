import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Params } from '#contract/paths.ts'
import type { ReadReply } from '#contract/api/schemas.ts'

type Brief = Pick<Category, '_id' | 'name' | 'gender'> & {
  subcategories: Pick<Category['subcategories'][number], '_id' | 'name'>[]
}

/** The random subcategories of home, with what their tiles show. */
export function briefSubcategories({ result, ...reply }: ReadReply<'randomSubcategories'>) {
  const data = result.data.map(({ _id, name, photo }) => ({ _id, name, photo }))
  return { ...reply, result: { data } }
}

/**
 * The categories as far as a first page shows them: by name, and what is in the one at hand. The
 * whole tree, for the menus and the next page, is asked for once someone touches the page.
 */
export function briefCategories(
  { result, ...reply }: ReadReply<'categories'>,
  { category, subcategory }: Params,
) {
  const data = result.data.map(({ _id, name, gender, subcategories }): Brief => {
    const isHere = category
      ? _id === category
      : subcategories.some((inside) => inside._id === subcategory)
    const within = isHere
      ? subcategories.map((inside) => ({ _id: inside._id, name: inside.name }))
      : []
    return { _id, name, gender, subcategories: within }
  })
  return { ...reply, result: { data } }
}
