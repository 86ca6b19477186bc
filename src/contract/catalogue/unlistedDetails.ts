import type { ProductDetails } from './product.ts'

/** What lists do not say of a product, until its own answer is there. Its maker is never empty then. */
export const unlistedDetails = {
  gender: [],
  description: '',
  details: [],
  declarations: {
    maker: '',
    makerAddress: '',
    countryOfOrigin: '',
    netQuantity: '',
    careContact: '',
  },
} satisfies Partial<ProductDetails>
