import { and, asc, eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm'

import type { Cart, CartLine } from '#contract/cart/cart.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { cartLines, carts, coupons } from '#server/database/schema/carts.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { couponOf } from './coupons.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { isPublished, productOf, selectProducts } from './catalogue/products.ts'
import { preparedStatement } from '#server/database/client/statements.ts'

export type CartRow = typeof carts.$inferSelect
export type CartLineWithProduct = typeof cartLines.$inferSelect & {
  product: Product
  /** The HSN code and an individual GST rate, which decide the tax. */
  hsn: string
  gstBasisPoints: number | null
}

/** Adds an item to the customer's cart, with the rules of the cart. The default quantity is 1. */
export type AddItemToCart = (
  customer: CustomerContext,
  item: { productId: string; size: string; quantity?: number },
) => Promise<unknown>

/** Reads the cart of a customer as the contract defines it. */
export async function readCart(customer: CustomerContext): Promise<Cart> {
  const [row] = await cartWithCoupon(customer.db, { userId: customer.userId })
  return cartOf(row, row ? await readCartLines(customer) : [])
}

const cartWithCoupon = preparedStatement('cart_with_coupon', ['userId'], (db, { userId }) =>
  db
    .select({ cart: carts, coupon: coupons })
    .from(carts)
    .leftJoin(coupons, eq(coupons.id, carts.couponId))
    .where(eq(carts.userId, userId)),
)

/** Reads the lines of the bag, oldest first. */
export const readCartLines = (customer: CustomerContext): Promise<CartLineWithProduct[]> =>
  readCartWithReservations(customer).then(({ lines }) => lines)

/**
 * Reads the lines of the bag. Stock that this customer has reserved for an order awaiting payment
 * counts as available, if the same warehouse serves the customer, because the bag contains the same items. Lines whose product is not published
 * are left out.
 */
export async function readCartWithReservations({ db, userId, warehouseId }: CustomerContext) {
  const rows = await linesWithReservations(db, { userId })
  const reserved = rows[0]?.reserved ?? []
  const lines = rows.map((row) => {
    const product = withReserved(productOf(row, warehouseId), reservedFor(warehouseId, reserved))
    return { ...row.line, product, hsn: row.hsn, gstBasisPoints: row.gstBasisPoints }
  })
  return { lines, hasUnpaidOrder: rows[0]?.hasUnpaidOrder ?? false }
}

const linesWithReservations = preparedStatement(
  'cart_lines_with_reservations',
  ['userId'],
  (db, { userId }) => {
    const { hsn, gstBasisPoints, id } = products
    const extraColumns = {
      line: getTableColumns(cartLines),
      hsn,
      gstBasisPoints,
      reserved: reservedBy(userId),
      hasUnpaidOrder: hasUnpaidOrder(userId),
    }
    return selectProducts(db, extraColumns)
      .innerJoin(cartLines, eq(cartLines.productId, id))
      .where(and(isPublished, eq(cartLines.userId, userId)))
      .orderBy(asc(cartLines.addedAt), asc(cartLines.id))
  },
)

type ReservedLine = Pick<
  typeof orderLines.$inferSelect,
  'productId' | 'size' | 'trialSize' | 'quantity'
> & { warehouseId: string }

const reservedFor = (warehouseId: string | undefined, lines: ReservedLine[]) =>
  lines.filter((line) => warehouseId === undefined || line.warehouseId === warehouseId)

/** These subqueries do not depend on a line, so they run once per query. */
const reservedBy = (userId: Placeholder) => sql<ReservedLine[] | null>`(
  select jsonb_agg(jsonb_build_object('productId', l.product_id, 'size', l.size,
    'trialSize', l.trial_size, 'quantity', l.quantity, 'warehouseId', o.warehouse_id))
  from ${orders} o join ${orderLines} l on l.order_id = o.id
  where o.user_id = ${userId} and o.checkout_status = 'awaiting_payment')`

/** Whether an order of this user could still be paid, in time or late, and was not replaced. */
const hasUnpaidOrder = (userId: Placeholder) => sql<boolean>`exists (
  select from ${orders} o
  where o.user_id = ${userId} and o.checkout_status <> 'completed' and o.replaced_by_id is null)`

function withReserved(product: Product, reserved: ReservedLine[]): Product {
  const stock = { ...product.stock }
  for (const { productId, size, trialSize, quantity } of reserved) {
    if (productId !== product._id) continue
    for (const reservedSize of trialSize ? [size, trialSize] : [size])
      stock[reservedSize] = (stock[reservedSize] ?? 0) + quantity
  }
  return { ...product, stock }
}

type CartWithCoupon = { cart: CartRow; coupon: typeof coupons.$inferSelect | null }

/** A customer who has never added anything has no row. */
function cartOf(row: CartWithCoupon | undefined, lines: CartLineWithProduct[]): Cart {
  const { addressId, receiverName: name, receiverContactNumber: contactNumber } = row?.cart ?? {}
  const products = lines.map((line) => cartLineOf(line, row?.cart.purchaseType ?? 'Standard'))
  return {
    products,
    totalAmount: toRupees(goodsTotal(products)),
    couponId: row?.coupon ? couponOf(row.coupon) : null,
    addressId: addressId ?? null,
    receiver: name && contactNumber ? { name, contactNumber } : null,
  }
}

export function cartLineOf(
  line: CartLineWithProduct,
  purchaseType: CartRow['purchaseType'],
): CartLine {
  const { id, product, size, quantity, trialSize, details } = line
  return { _id: id, productId: product, size, quantity, purchaseType, trialSize, details }
}
