import { and, asc, eq } from 'drizzle-orm'

import type { Cart, CartLine } from '#contract/cart.ts'
import { toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import type { Product } from '#contract/product.ts'
import { cartLines, carts } from './cartTables.ts'
import type { Database } from './connect.ts'
import { coupons } from './couponTables.ts'
import { orderLines, orders } from './orderTables.ts'
import { readProducts } from './readProducts.ts'

export type CartRow = typeof carts.$inferSelect
export type BagLine = typeof cartLines.$inferSelect & { product: Product }

/** The bag of a user as it travels. */
export async function readCart(db: Database, userId: string): Promise<Cart> {
  const [row] = await db
    .select({ cart: carts, couponName: coupons.name })
    .from(carts)
    .leftJoin(coupons, eq(coupons.id, carts.couponId))
    .where(eq(carts.userId, userId))
  if (!row) return { products: [], totalAmount: toRupees(goodsTotal([])) }
  return cartOf(row.cart, await readBagLines(db, userId), row.couponName)
}

/**
 * What is in the bag, the first one first. Lines whose product is gone are left out. What the user
 * holds already for a payment that was begun is there for this bag: it is the same pieces.
 */
export async function readBagLines(db: Database, userId: string): Promise<BagLine[]> {
  const rows = await db
    .select()
    .from(cartLines)
    .where(eq(cartLines.userId, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.id))
  const found = await readProducts(db, [...new Set(rows.map(({ productId }) => productId))])
  const held = rows.length > 0 ? await readHeld(db, userId) : []
  return rows.flatMap((row) => {
    const product = found.get(row.productId)
    return product ? [{ ...row, product: withHeld(product, held) }] : []
  })
}

type Held = Pick<typeof orderLines.$inferSelect, 'productId' | 'size' | 'trialSize' | 'quantity'>

function readHeld(db: Database, userId: string): Promise<Held[]> {
  const { productId, size, trialSize, quantity } = orderLines
  return db
    .select({ productId, size, trialSize, quantity })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), eq(orders.state, 'awaiting_payment')))
}

function withHeld(product: Product, held: Held[]): Product {
  const stock = { ...product.stock }
  for (const { productId, size, trialSize, quantity } of held) {
    if (productId !== product._id) continue
    for (const of of trialSize ? [size, trialSize] : [size]) stock[of] = (stock[of] ?? 0) + quantity
  }
  return { ...product, stock }
}

export function cartOf(cart: CartRow, lines: BagLine[], couponName: string | null): Cart {
  const { couponId, addressId, receiverName: name, receiverContactNumber: contactNumber } = cart
  const products = lines.map((line) => cartLineOf(line, cart.purchaseType))
  return {
    products,
    totalAmount: toRupees(goodsTotal(products)),
    ...(couponId && couponName ? { couponId: { _id: couponId, name: couponName } } : {}),
    ...(addressId ? { addressId } : {}),
    ...(name && contactNumber ? { receiver: { name, contactNumber } } : {}),
  }
}

export function cartLineOf(line: BagLine, purchaseType: CartRow['purchaseType']): CartLine {
  const { id, product, size, quantity, trialSize } = line
  const trial = purchaseType === 'Try and Buy' && trialSize ? { trialSize } : {}
  return { _id: id, productId: product, size, quantity, purchaseType, ...trial }
}
