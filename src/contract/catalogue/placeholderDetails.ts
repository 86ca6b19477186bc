import type { ProductDetails } from './product.ts'

/**
 * The details that lists lack, until the product itself is read. The maker is empty
 * only here.
 */
export const placeholderDetails = {
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
