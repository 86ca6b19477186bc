import * as v from 'valibot'

/** How a bag is bought. A bag, an order and each of its lines have one. */
export const PurchaseType = v.picklist(['Standard', 'Try and Buy'])
export type PurchaseType = v.InferOutput<typeof PurchaseType>
