import type { Product } from '#contract/catalogue/product.ts'
import type { Rupees } from '#contract/values/money.ts'

const rupees = (amount: number) => amount as Rupees

/** A product as the search of the desk finds it: ₹999, two pieces in M, sold out in L. */
export const blockKurti: Product = {
  ...{ _id: 'kurti', productId: 'SAA-1087', name: 'Block kurti', tint: 0, photos: [] },
  brand: { _id: 'saanjh', name: 'Saanjh', is_try_and_buy_visible: false },
  category: { _id: 'kurtas', name: 'Kurtas' },
  subcategory: [],
  ...{ mrp: rupees(1299), discount: rupees(300), discountedPrice: rupees(999) },
  ...{ discountPercentage: 23, size: ['M', 'L'], stock: { M: 2, L: 0 } },
}
