import type { Paise } from '#contract/money.ts'
import type { Order, OrderLine, OrderStep } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import type {
  deliveryAgents,
  orderEvents,
  orderLines,
  orders,
} from '#server/database/orderTables.ts'
import { pricesOf } from '#server/database/selectProducts.ts'

type OrderRow = typeof orders.$inferSelect
/** A line, and its product as it is today. */
type LineWithProduct = typeof orderLines.$inferSelect & { product: Product }
type EventRow = typeof orderEvents.$inferSelect
type AgentRow = typeof deliveryAgents.$inferSelect

/** An order with all that is kept about it. */
type WholeOrder = {
  order: OrderRow
  agent: AgentRow | null
  lines: LineWithProduct[]
  events: EventRow[]
  /** Whether some of what was refunded is still on its way. */
  isRefundOwed: boolean
}

const paise = (amount: number) => amount as Paise

/** An order as it travels. */
export function orderOf({ order, agent, lines, events, isRefundOwed }: WholeOrder): Order {
  return {
    _id: order.id,
    orderID: order.orderNumber,
    orderSlug: order.orderNumber.toLowerCase(),
    createdAt: order.createdAt.toISOString(),
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    orderStatus: order.status,
    orderType: order.purchaseType,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    totalAmount: paise(order.totalPaise),
    amountDetails: amountOf(order),
    ...refundOf(order, isRefundOwed),
    products: lines.map((line) => lineOf(line, stepsOf(events, line.id))),
    addressId: order.address,
    receiver: receiverOf(order),
    delivery_agent: agent && { name: agent.name, contactNumber: agent.contactNumber },
    history: stepsOf(events, null),
  }
}

function amountOf(order: OrderRow) {
  return {
    isCouponApplied: order.couponPaise > 0,
    baseAmount: paise(order.basePaise),
    discountedAmount: paise(order.basePaise - order.couponPaise),
    trialCharges: paise(order.trialPaise),
    shippingCharges: paise(order.shippingPaise),
    finalAmount: paise(order.totalPaise),
  }
}

function refundOf({ refundedPaise }: OrderRow, isOwed: boolean) {
  if (refundedPaise === 0) return {}
  const status = isOwed ? ('pending' as const) : ('processed' as const)
  return { refund: { amount: paise(refundedPaise), status } }
}

function receiverOf({ receiverName: name, receiverContactNumber: contactNumber }: OrderRow) {
  return name && contactNumber ? { name, contactNumber } : null
}

function lineOf(line: LineWithProduct, history: OrderStep[]): OrderLine {
  const { trialSize, soldSize, exchangeSize, returnReason, returnPhotos } = line
  return {
    _id: line.id,
    productId: orderedProduct(line),
    size: line.size,
    trialSize,
    soldSize,
    quantity: line.quantity,
    price: paise(line.pricePaise),
    mrp: paise(line.mrpPaise),
    purchaseType: line.purchaseType,
    status: line.status,
    exchangeDetails: exchangeSize ? { newProductSize: exchangeSize } : null,
    returnDetails: returnReason ? { returnReason, returnPhotos } : null,
    history,
  }
}

/** What the customer ordered stays what it was, also when the catalogue changes. */
function orderedProduct(line: LineWithProduct): Product {
  return {
    ...line.product,
    name: line.productName,
    brand: { ...line.product.brand, _id: line.brandId, name: line.brandName },
    photos: line.photos,
    tint: line.tint,
    ...pricesOf(line),
  }
}

/** Of a line, or of the order itself. */
function stepsOf(events: EventRow[], lineId: string | null): OrderStep[] {
  return events
    .filter((event) => event.lineId === lineId)
    .map(({ status, at }) => ({ status, at: at.toISOString() }))
}
