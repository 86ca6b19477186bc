import { and, asc, desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'

import type { BoardOrder } from '#contract/staff/board.ts'
import { boardStateOf } from '#contract/staff/orderMoves.ts'
import { callingRoles } from '#contract/staff/roles.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import {
  activeStatuses,
  deliveryAgents,
  orderLines,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { users } from '#server/database/schema/users.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'

/** Open orders that a board shows at most; a store with more of them has a problem that no board solves. */
const maxOpenOrders = 1000
const perPage = 50

/** Placed orders of the warehouses that the person works for. */
export const isVisibleTo = ({ warehouseIds }: Pick<StaffActor, 'warehouseIds'>): SQL | undefined =>
  and(
    eq(orders.checkoutStatus, 'completed'),
    warehouseIds.length > 0 ? inArray(orders.warehouseId, warehouseIds) : undefined,
  )

const itemCount = sql<number>`(
  select coalesce(sum(l.quantity), 0)::int from ${orderLines} l
  where l.order_id = orders.id and l.status <> 'Cancelled')`

const maxPhotos = 3

const photos = sql<string[]>`(
  select coalesce(json_agg(first.photo), '[]') from (
    select l.photos ->> 0 as photo from ${orderLines} l
    where l.order_id = orders.id and l.status <> 'Cancelled' and l.photos ->> 0 is not null
    order by l.position limit ${sql.raw(String(maxPhotos))}) first)`

const selectBoardOrders = (db: Database) =>
  db
    .select({
      order: orders,
      user: users,
      agent: deliveryAgents,
      warehouseName: warehouses.name,
      itemCount,
      photos,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(warehouses, eq(warehouses.id, orders.warehouseId))
    .leftJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .$dynamic()

type BoardRow = Awaited<ReturnType<typeof selectBoardOrders>>[number]

/** Open orders, the one with the earliest promise first. */
export async function readBoard(db: Database, actor: StaffActor): Promise<BoardOrder[]> {
  const rows = await selectBoardOrders(db)
    .where(and(isVisibleTo(actor), inArray(orders.status, activeStatuses)))
    .orderBy(asc(orders.promisedBy), asc(orders.createdAt), asc(orders.id))
    .limit(maxOpenOrders)
  return rows.map(boardOrderOf)
}

/** These orders as rows of the board, whatever their state. */
export async function readBoardOrders(
  db: Database,
  actor: Pick<StaffActor, 'warehouseIds'>,
  orderIds: string[],
): Promise<BoardOrder[]> {
  const rows = await selectBoardOrders(db).where(
    and(isVisibleTo(actor), inArray(orders.id, orderIds)),
  )
  return rows.map(boardOrderOf)
}

type Search = { search?: string | undefined; cursor?: string | undefined }

/** All placed orders, newest first, that match each word: number, phone number, name or product code. */
export async function findOrders(
  db: Database,
  actor: StaffActor,
  { search = '', cursor }: Search,
): Promise<{ data: BoardOrder[]; cursor: string | null }> {
  const words = search.split(/\s+/).filter(Boolean)
  const rows = await selectBoardOrders(db)
    .where(
      and(isVisibleTo(actor), isAfter(cursor), ...words.map((word) => isAbout(db, word, actor))),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  return {
    data: page.map(boardOrderOf),
    cursor: rows.length > perPage ? cursorOf(page.at(-1)) : null,
  }
}

/** Orders of one moment are told apart by their id. */
const cursorOf = (last: BoardRow | undefined) =>
  last ? `${last.order.createdAt.toISOString()}_${last.order.id}` : null

function isAfter(cursor = ''): SQL | undefined {
  const [, time = '', id = ''] = /^([^_]+)_(.+)$/.exec(cursor) ?? []
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime())) return undefined
  const isSameMoment = and(eq(orders.createdAt, createdAt), lt(orders.id, id))
  return or(lt(orders.createdAt, createdAt), isSameMoment)
}

function isAbout(db: Database, word: string, { role }: StaffActor): SQL | undefined {
  // Who does not see numbers can look for a whole one, not find it out digit by digit.
  const phoneDigits = callingRoles.some((calling) => calling === role) ? /^\d{4,10}$/ : /^\d{10}$/
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const ofCode = db
    .select({ id: orderLines.orderId })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(ilike(products.code, word.replace(/[\\%_]/g, '\\$&')))
  return or(
    eq(orders.orderNumber, cleanReference(word)),
    ilike(users.firstName, pattern),
    ilike(users.lastName, pattern),
    ilike(orders.receiverName, pattern),
    phoneDigits.test(word) ? ilike(users.contactNumber, pattern) : undefined,
    inArray(orders.id, ofCode),
  )
}

/** Since when an order is in its state. */
const sinceOf = ({ failedAt, packedAt, packingSince, status, movedAt }: OrderRow): Date =>
  failedAt ?? (status === 'Accepted' ? (packedAt ?? packingSince) : null) ?? movedAt

export function boardOrderOf({
  order,
  user,
  agent,
  warehouseName,
  itemCount,
  photos,
}: BoardRow): BoardOrder {
  const { street, city, postalCode } = order.address
  const district = street.split(',').at(-1)?.trim() || city
  return {
    number: order.orderNumber,
    state: boardStateOf(order),
    status: order.status,
    purchaseType: order.purchaseType,
    placedAt: (order.placedAt ?? order.createdAt).toISOString(),
    promisedBy: order.promisedBy?.toISOString() ?? null,
    since: sinceOf(order).toISOString(),
    itemCount,
    photos,
    totalPaise: order.totalPaise,
    paymentMethod: order.paymentMethod,
    isPaid: order.paymentStatus === 'paid',
    duePaise: order.status === 'Cancelled' ? 0 : dueOf(order),
    customer: [user.firstName, user.lastName].filter(Boolean).join(' '),
    area: `${district} ${postalCode}`.trim(),
    warehouse: { id: order.warehouseId, name: warehouseName },
    rider: agent && { id: agent.id, name: agent.name },
    attempts: order.attempts,
    failedReason: order.failedReason,
  }
}
