import { and, eq } from 'drizzle-orm'

import type { Notice } from '#contract/notification.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { isOnSale } from '#server/commerce/products.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/**
 * Adds a product alert. Without a size it is for any size, or for the price. Adding an alert again
 * reactivates it.
 */
export async function addProductAlert(
  { db, userId }: CustomerStore,
  productId: string,
  notice: Notice,
): Promise<void> {
  const [product] = await db
    .select({
      pricePaise: products.pricePaise,
      sizes: products.sizes,
      stock: products.sizesInStock,
    })
    .from(products)
    .where(and(isOnSale, eq(products.id, productId)))
  if (!product) throw new StoreError('not_found', 'This product is not in the store')
  const size = sizeOf(notice)
  if (notice.kind === 'restock') refuseInStock(size, product)

  const columns = { pricePaise: product.pricePaise, createdAt: clock.now(), sentAt: null }
  await db
    .insert(productAlerts)
    .values({ userId, productId, kind: notice.kind, size, ...columns })
    .onConflictDoUpdate({
      target: [
        productAlerts.userId,
        productAlerts.productId,
        productAlerts.kind,
        productAlerts.size,
      ],
      set: columns,
    })
}

type Sizes = { sizes: string[]; stock: string[] }

function refuseInStock(size: string, { sizes, stock }: Sizes) {
  if (size !== '' && !sizes.includes(size)) {
    throw new StoreError('not_found', 'This product is not made in this size')
  }
  const isInStock = size === '' ? stock.length > 0 : stock.includes(size)
  if (!isInStock) return
  const sentence = size === '' ? 'This product is in stock' : `Size ${size} is in stock`
  throw new StoreError('not_allowed_now', sentence)
}

/** The price is the same for all sizes. */
const sizeOf = ({ kind, size }: Notice) => (kind === 'price' ? '' : (size ?? ''))

export async function removeProductAlert(
  { db, userId }: CustomerStore,
  productId: string,
  notice: Notice,
): Promise<void> {
  await db
    .delete(productAlerts)
    .where(
      and(
        eq(productAlerts.userId, userId),
        eq(productAlerts.productId, productId),
        eq(productAlerts.kind, notice.kind),
        eq(productAlerts.size, sizeOf(notice)),
      ),
    )
}
