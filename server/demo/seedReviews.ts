import type { Database } from '#server/database/client/connect.ts'
import { products, reviews } from '#server/database/schema/catalogue.ts'
import { users } from '#server/database/schema/users.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'
import demo from './catalogue/reviews.json' with { type: 'json' }
import { hashText } from './imagePath.ts'

/** One product in so many has reviews. */
const reviewedShare = 6
const [minReviews, maxReviews] = [3, 6]
/** The reviews were written within so many hours before the newest product arrived. */
const reviewedHours = 80 * 24

/** Stars of ten reviews of a product, by how good it is. */
const starsByQuality = [
  [5, 5, 4, 5, 5, 4, 5, 3, 5, 5],
  [4, 5, 4, 5, 3, 4, 5, 4, 5, 4],
  [4, 3, 5, 4, 2, 4, 3, 5, 4, 4],
] as const
const fits = ['true', 'true', 'true', 'small', 'true', 'large'] as const

/**
 * Reviews by customers without a phone number, as whom nobody can log in. The same products always get the same ones,
 * in one of their sizes.
 */
export async function seedReviews(tx: Database, until: Date): Promise<void> {
  const customers = demo.customers.map((firstName) => ({ id: idOf(firstName), firstName }))
  await tx.insert(users).values(
    customers.map(({ id, firstName }, nth) => ({
      ...{ id, firstName, lastName: '', contactNumber: null, dateOfBirth: '1990-01-01' },
      gender: nth % 2 === 0 ? ('female' as const) : ('male' as const),
    })),
  )
  const rows = await tx.select({ id: products.id, sizes: products.sizes }).from(products)
  await tx.insert(reviews).values(rows.flatMap((product) => reviewsOf(product, until)))
}

const idOf = (firstName: string) => `demo-${firstName.toLowerCase()}`

/** A number from 0 that is the same for the same text. */
const pick = (text: string, count: number) => hashText(text) % count
const pickFrom = <Item>(text: string, items: readonly Item[]) => items[pick(text, items.length)]

type Reviewed = { id: string; sizes: string[] }

function reviewsOf({ id: productId, sizes }: Reviewed, until: Date) {
  if (pick(`${productId}:reviewed`, reviewedShare) > 0) return []
  const count = minReviews + pick(`${productId}:count`, maxReviews - minReviews + 1)
  const stars = pickFrom(`${productId}:quality`, starsByQuality) ?? starsByQuality[0]
  const first = pick(`${productId}:customer`, demo.customers.length)
  return Array.from({ length: count }, (_, nth) => {
    const key = `${productId}:${nth}`
    // Neighbours in the list would review the same products, so every seventh one does.
    const firstName = demo.customers[(first + 7 * nth) % demo.customers.length] ?? ''
    const rating = stars[(pick(productId, stars.length) + nth) % stars.length] ?? 5
    const words = demo.words[`${rating}` as keyof typeof demo.words]
    return {
      ...{ productId, userId: idOf(firstName), firstName, stars: rating },
      words: pickFrom(`${key}:words`, words) ?? '',
      fit: pickFrom(`${key}:fit`, fits) ?? 'true',
      size: pickFrom(`${key}:size`, sizes) ?? '',
      createdAt: new Date(until.getTime() - pick(`${key}:at`, reviewedHours) * hourMs),
    }
  })
}
