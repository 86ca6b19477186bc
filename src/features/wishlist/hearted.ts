import type { Product } from '#contract/product.ts'

/** What a heart knows of its product: all of it on a card, no more than this on a rail. */
export type Hearted = Product | Pick<Product, '_id' | 'name'>
