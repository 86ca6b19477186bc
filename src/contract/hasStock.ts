import type { Product } from './product.ts'

export const hasStock = ({ stock }: Pick<Product, 'stock'>) =>
  Object.values(stock).some((pieces) => pieces > 0)
