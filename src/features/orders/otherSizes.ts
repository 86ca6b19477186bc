import type { OrderLine } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'

type Bought = Pick<OrderLine, 'size' | 'quantity'>
type OnShelf = Pick<Product, 'size' | 'stock'>

/** What a line can be exchanged for. It goes as a whole: a size with fewer pieces is sold out to it. */
export function otherSizes({ size, quantity }: Bought, product: OnShelf | undefined) {
  const sizes = product?.size.filter((one) => one !== size) ?? []
  const stock = Object.fromEntries(
    sizes.map((one) => {
      const left = product?.stock[one] ?? 0
      return [one, left >= quantity ? left : 0]
    }),
  )
  return { sizes, stock }
}
