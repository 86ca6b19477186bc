import { randomUUID } from 'node:crypto'

import type { StaffPerson } from '#contract/staff/people.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { brands, products } from '#server/database/schema/catalogue.ts'
import { deliveryAgents, orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { staff } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { readPerson } from '#server/features/staff/people.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { eq, sql } from 'drizzle-orm'
import { aPhone, aUser } from './givens.ts'

export type DeskLogin = { token: string; person: StaffPerson }
type PersonOptions = { role: StaffRole; name: string; warehouseIds?: string[] }

/** A person of the staff who is logged in. */
export async function staffLogin(db: Database, options: PersonOptions): Promise<DeskLogin> {
  const [row] = await db
    .insert(staff)
    .values({ contactNumber: aPhone(), ...options })
    .returning()
  if (!row) throw new Error('The person was not saved')
  return {
    token: await openStaffSession(db, row.id, 'Chrome on Android'),
    person: await readPerson(db, row.id),
  }
}

export type RiderLogin = DeskLogin & { agentId: string; warehouseId: string }

/** A rider of a warehouse, by default of the first, with the delivery agent that customers see. */
export async function riderLogin(
  db: Database,
  name = 'Ravi Sahu',
  ofWarehouse?: string | null,
): Promise<RiderLogin> {
  const warehouseId = ofWarehouse ?? (await firstWarehouse(db))
  const login = await staffLogin(db, { role: 'rider', name, warehouseIds: [warehouseId] })
  const { id: staffId, contactNumber } = login.person
  const [agent] = await db
    .insert(deliveryAgents)
    .values({ name, contactNumber, staffId })
    .returning()
  return { ...login, agentId: agent?.id ?? '', warehouseId }
}

async function firstWarehouse(db: Database): Promise<string> {
  const [warehouse] = await db.select().from(warehouses).orderBy(warehouses.id).limit(1)
  if (!warehouse) throw new Error('The store has no warehouse')
  return warehouse.id
}

/** The warehouse hands an order of a customer over to a rider. Returns its number. */
export async function giveToRider(
  db: Database,
  agentId: string,
  order: { orderId: string; receiver: string },
): Promise<string> {
  const [row] = await db
    .update(orders)
    .set({
      ...{ takenOverAt: new Date(), packedAt: new Date(), status: 'Shipped', agentId },
      ...{ receiverName: order.receiver, receiverContactNumber: aPhone() },
    })
    .where(eq(orders.id, order.orderId))
    .returning()
  await db
    .update(orderLines)
    .set({ status: 'Shipped' })
    .where(eq(orderLines.orderId, order.orderId))
  return row?.orderNumber ?? ''
}

type Carried = {
  receiver: string
  /** Try & Buy is paid online, a standard order in cash unless it is paid. */
  kind?: 'cash' | 'paid' | 'trial'
  /** Minutes from now until the promise. */
  dueInMinutes?: number
}

const trialPaise = 49_00

/** An order of two items that the warehouse has handed over to a rider. Returns its number. */
export async function carriedOrder(
  db: Database,
  { agentId, warehouseId }: Pick<RiderLogin, 'agentId' | 'warehouseId'>,
  { receiver, kind = 'cash', dueInMinutes = 40 }: Carried,
): Promise<string> {
  const { userId } = await aUser(db, {
    firstName: receiver.split(' ')[0],
    lastName: receiver.split(' ')[1],
  })
  const isTrial = kind === 'trial'
  const isPaid = kind !== 'cash'
  const purchaseType = isTrial ? 'Try and Buy' : 'Standard'
  const chosen = await db
    .select({ product: products, brand: brands })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .where(sql`${products.isPublished}`)
    .orderBy(sql`random()`)
    .limit(2)
  const prices = [1119_00, 1539_00]
  const goodsPaise = prices[0]! + prices[1]!
  const orderId = randomUUID()
  const number = `PEH-${orderId.slice(0, 6).toUpperCase()}`
  await db.insert(orders).values({
    ...{ id: orderId, orderNumber: number, userId, warehouseId, agentId, purchaseType },
    ...{ checkoutStatus: 'completed', status: 'Shipped' },
    paymentMethod: isPaid ? 'UPI' : 'Cash on delivery',
    paymentStatus: isPaid ? 'paid' : 'Pending',
    address: {
      ...{
        _id: randomUUID(),
        label: 'home' as const,
        house: 'B-204',
        street: '12 Palm Residency, Scheme 54',
      },
      ...{ city: 'Indore', state: 'Madhya Pradesh', postalCode: '452010' },
      ...{ latitude: '22.7533', longitude: '75.8937' },
    },
    ...{ receiverName: receiver, receiverContactNumber: aPhone() },
    ...{ mrpTotalPaise: goodsPaise, basePaise: goodsPaise, trialPaise: isTrial ? trialPaise : 0 },
    totalPaise: goodsPaise + (isTrial ? trialPaise : 0),
    deliveryMinutes: 40,
    promisedBy: new Date(Date.now() + dueInMinutes * 60_000),
    ...{ placedAt: new Date(), packedAt: new Date(), takenOverAt: new Date() },
  })
  await db.insert(orderLines).values(
    chosen.map(({ product, brand }, position) => ({
      ...{ orderId, position, productId: product.id, productName: product.name },
      ...{ brandId: brand.id, brandName: brand.name, photos: product.photos },
      ...({ size: 'M', trialSize: isTrial ? 'L' : null, quantity: 1, purchaseType } as const),
      ...{ mrpPaise: prices[position]!, pricePaise: prices[position]! },
      ...{ netPaise: prices[position]!, status: 'Shipped' as const },
    })),
  )
  await db.insert(payments).values({
    orderId,
    provider: isPaid ? 'sandbox' : 'cash',
    kind: isPaid ? 'checkout' : 'on_delivery',
    status: isPaid ? 'captured' : 'created',
    amountPaise: goodsPaise + (isTrial ? trialPaise : 0),
    ...(isPaid && {
      ...{ providerOrderId: `order_${orderId}`, providerPaymentId: `pay_${orderId}` },
      ...{ method: 'upi', capturedAt: new Date() },
    }),
  })
  return number
}

/** A delivered order of two items, of which the customer returns one and exchanges the other. Returns its number. */
export async function returnedOrder(
  db: Database,
  rider: Pick<RiderLogin, 'agentId' | 'warehouseId'>,
  { receiver }: Pick<Carried, 'receiver'>,
): Promise<string> {
  const number = await carriedOrder(db, rider, { receiver, kind: 'paid' })
  const delivered = { status: 'Delivered', deliveredAt: new Date() } as const
  const [order] = await db
    .update(orders)
    .set({ ...delivered, status: 'Return Requested' })
    .where(eq(orders.orderNumber, number))
    .returning()
  const lines = await db
    .update(orderLines)
    .set(delivered)
    .where(eq(orderLines.orderId, order?.id ?? ''))
    .returning()
  for (const { id, position, orderId } of lines) {
    const request =
      position === 0
        ? ({ status: 'Return Requested', returnReason: 'Quality issue' } as const)
        : ({ status: 'Exchange Requested', exchangeSize: 'L', exchangeReason: 'Too big' } as const)
    await db.update(orderLines).set(request).where(eq(orderLines.id, id))
    await db
      .insert(orderEvents)
      .values({ orderId, lineId: id, status: request.status, by: 'shopper' })
  }
  return number
}
