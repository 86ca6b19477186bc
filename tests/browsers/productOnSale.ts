import { randomInt } from 'node:crypto'

type Product = { _id: string; name: string; size: string[]; stock: Record<string, number> }

/** A product of the demo store with at least three pieces in its first size. */
export async function productOnSale(origin: string): Promise<Product> {
  const response = await fetch(`${origin}/api/products/list?limit=60&inStock=true&priceMax=3000`)
  const { result } = (await response.json()) as { result: { data: Product[] } }
  const products = result.data.filter(({ size, stock }) => (stock[size[0] ?? ''] ?? 0) >= 3)
  const product = products[randomInt(products.length)]
  if (!product) throw new Error('The demo store is sold out')
  return product
}
