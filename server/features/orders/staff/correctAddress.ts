import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { arrivalText, promisedArrival } from '#contract/delivery/deliveryPromise.ts'
import { trackingPath } from '#contract/pages/paths.ts'
import {
  addressCorrected,
  type CorrectAddress,
  correctableStates,
  type DeliveryPlace,
  type PlaceQuery,
} from '#contract/staff/addressChange.ts'
import { boardStateOf, stateText } from '#contract/staff/orderMoves.ts'
import { type StoreTerms, termsOf } from '#contract/store/storeTerms.ts'
import { withoutHouse } from '#contract/delivery/streetLine.ts'
import { type Geocoder, locateAddress } from '#server/commerce/addresses.ts'
import {
  amountRefusal,
  cashRefusal,
  type HashAddress,
  lockAddress,
} from '#server/commerce/orders/cashOnDelivery.ts'
import { pointOf, type Warehouse, type WarehousesAt } from '#server/commerce/delivery/delivery.ts'
import { gstSplitOf, isSaleWithinState } from '#server/commerce/orders/gst.ts'
import { isWarehouseOpen } from '#server/commerce/delivery/openWarehouses.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { asPaise } from '#server/database/schema/columns.ts'
import { invoices, orderLines, type OrderRow, orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { withOrder } from '#server/features/orders/orderOperations.ts'
import { enqueueOrderPush } from '#server/features/orders/orderTransitions.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { requireState, requireVisible, somebodyWasFaster } from './moveOrder.ts'

export type AddressDeps = {
  geocoder: Geocoder
  warehousesAt: WarehousesAt
  /** Undefined if orders paid on delivery have no limits. */
  hashAddress: HashAddress | undefined
}

type OrderAddress = OrderRow['address']
type ReceiverColumns = Pick<OrderRow, 'receiverName' | 'receiverContactNumber'>

/**
 * Corrects where an order goes and who receives it, before it leaves. Its warehouse, its charges and the address that the
 * customer has saved stay as they are.
 *
 * A new place has a new way, so its arrival is promised anew, as if the order were placed now: a warehouse needs the same
 * minutes to every place of its area. Another flat in the same street, another receiver or phone keep the promise. After a
 * failed delivery the promise is made when the order goes out again.
 *
 * An order that is to be paid at the door may go only where a new one could: else the limits of cash at an address would
 * be got round by correcting it.
 *
 * @throws StoreError 'conflict' if somebody was faster, 'invalid', 'not_allowed_now', 'not_found'
 */
export function correctAddress(
  { db, actor, record }: StaffContext,
  number: string,
  correction: CorrectAddress & AddressDeps,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    await requireCorrectable(tx, order, correction)
    const warehouse = await readWarehouse(tx, order)
    const facts = await readStoreFacts(tx)
    const address = await correctedAddress(order, correction)
    await requireSameWarehouse(tx, address, { warehouse, ...correction })
    const receiver = receiverOf(order, correction)
    const hasMoved = isElsewhere(order.address, address)
    if (!hasMoved && isSame(order, { address, receiver })) {
      throw new StoreError('not_allowed_now', 'The address is the same as before')
    }
    if (!isSameAddress(order, address)) {
      await requireCashAllowed(tx, order, {
        ...{ address, terms: termsOf(facts), hashAddress: correction.hashAddress },
      })
    }
    const isPromisedNow = hasMoved && boardStateOf(order) !== 'failed'
    const promisedBy = isPromisedNow
      ? promisedArrival(warehouse.deliveryMinutes, clock.now(), termsOf(facts))
      : order.promisedBy
    await splitTaxAnew(tx, order, {
      address,
      sellerState: facts?.legalEntity.state,
      warehouseState: warehouse.state,
    })
    const changes = {
      ...{ address, ...receiver, promisedBy },
      ...(isPromisedNow && { deliveryMinutes: warehouse.deliveryMinutes }),
    }
    await tx.update(orders).set(changes).where(eq(orders.id, order.id))
    const corrected = { ...order, ...changes }
    await tellAboutAddress(tx, corrected, arrivalSentence(corrected, termsOf(facts)))
    await record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{ action: addressCorrected, ...changedFields(order, corrected) },
    })
  })
}

/** How often the staff have corrected the address of an order. */
export const countCorrections = (db: Database, orderId: string): Promise<number> =>
  db.$count(
    staffHistory,
    and(
      eq(staffHistory.subject, 'order'),
      eq(staffHistory.subjectId, orderId),
      eq(staffHistory.action, addressCorrected),
    ),
  )

/** Where a PIN code is, and when which warehouse would deliver there or to the point of an address. */
export async function readDeliveryPlace(
  db: Database,
  { postalCode, latitude, longitude }: PlaceQuery,
  { geocoder, warehousesAt }: AddressDeps,
): Promise<DeliveryPlace> {
  const place = await geocoder.geocode({ street: '', city: '', state: '', postalCode })
  if (place?.postalCode !== postalCode) return { city: null, state: null, warehouses: [] }
  const terms = termsOf(await readStoreFacts(db))
  const isPlaced = latitude !== undefined && longitude !== undefined
  const point = isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : place
  const around = await warehousesAt(db, point)
  return {
    ...{ city: place.city, state: place.state },
    warehouses: around.map((warehouse) => ({
      ...{ id: warehouse.id, name: warehouse.name, isOpen: isWarehouseOpen(warehouse) },
      promisedBy: promisedArrival(warehouse.deliveryMinutes, clock.now(), terms).toISOString(),
    })),
  }
}

async function requireCorrectable(
  tx: Database,
  order: OrderRow,
  { from, corrections }: CorrectAddress,
): Promise<void> {
  const state = await requireState(tx, order, from)
  if (!correctableStates.some((correctable) => correctable === state)) {
    throw new StoreError(
      'not_allowed_now',
      `Order ${order.orderNumber} is ${stateText[state]}, so its address can’t be corrected`,
    )
  }
  if ((await countCorrections(tx, order.id)) !== corrections) {
    throw await somebodyWasFaster(tx, order)
  }
}

async function readWarehouse(tx: Database, { warehouseId }: OrderRow): Promise<Warehouse> {
  const [warehouse] = await tx.select().from(warehouses).where(eq(warehouses.id, warehouseId))
  if (!warehouse) throw new Error(`The warehouse ${warehouseId} is missing`)
  return warehouse
}

/** The address as the order keeps it. In the same street it keeps the place that the customer has chosen on the map. */
async function correctedAddress(
  { address: before }: OrderRow,
  { address: sent, geocoder }: CorrectAddress & AddressDeps,
): Promise<OrderAddress> {
  const { latitude, longitude } = before
  const isSameStreet =
    sent.street === withoutHouse(before) &&
    sent.city === before.city &&
    sent.postalCode === before.postalCode
  const isPlaced = sent.latitude !== undefined || !isSameStreet || latitude === ''
  const { label, house, street, city, state, postalCode, ...point } = await locateAddress(
    isPlaced ? sent : { ...sent, latitude, longitude },
    { geocoder },
  )
  return {
    ...{ _id: before._id, label, house, street, city, state, postalCode },
    latitude: String(point.latitude ?? ''),
    longitude: String(point.longitude ?? ''),
  }
}

type OwnWarehouse = { warehouse: Warehouse; warehousesAt: WarehousesAt }

/** Orders stay where their items lie, also if a nearer warehouse would deliver now. */
async function requireSameWarehouse(
  tx: Database,
  { latitude, longitude }: OrderAddress,
  { warehouse, warehousesAt }: OwnWarehouse,
): Promise<void> {
  const point = pointOf({
    latitude: Number(latitude) || null,
    longitude: Number(longitude) || null,
  })
  if (!point) {
    const sentence = 'We don’t know this PIN code. Check it, and the city.'
    throw new StoreError('invalid', sentence, { fields: { 'address.postalCode': sentence } })
  }
  const around = await warehousesAt(tx, point)
  if (around.some(({ id }) => id === warehouse.id)) return
  const [other] = around
  throw new StoreError(
    'not_allowed_now',
    other
      ? `This address is in the area of ${other.name}, and the order is in ${warehouse.name}. Cancel it and place a new one.`
      : 'No warehouse delivers to this address',
  )
}

function receiverOf(order: OrderRow, { receiver }: CorrectAddress): ReceiverColumns {
  const { receiverName, receiverContactNumber } = order
  if (receiver === undefined) return { receiverName, receiverContactNumber }
  return {
    receiverName: receiver?.name ?? null,
    receiverContactNumber: receiver?.contactNumber ?? null,
  }
}

const isElsewhere = (before: OrderAddress, after: OrderAddress) =>
  before.latitude !== after.latitude || before.longitude !== after.longitude

type CashAddress = {
  address: OrderAddress
  terms: StoreTerms
  hashAddress: HashAddress | undefined
}

/** @throws StoreError 'not_allowed_now' if a new order to this address could not be paid on delivery */
async function requireCashAllowed(
  tx: Database,
  order: OrderRow,
  { address, terms, hashAddress }: CashAddress,
): Promise<void> {
  const { id, userId, paymentMethod, paymentStatus, totalPaise } = order
  if (!hashAddress || paymentMethod !== 'Cash on delivery' || paymentStatus === 'paid') return
  const place = {
    ...address,
    latitude: Number(address.latitude) || null,
    longitude: Number(address.longitude) || null,
  }
  await lockAddress(tx, place)
  const reason =
    amountRefusal(totalPaise, terms) ??
    (await cashRefusal({ db: tx, userId }, place, {
      ...{ hashAddress, terms, isForStaff: true, ownOrderId: id },
    }))
  if (!reason) return
  throw new StoreError(
    'not_allowed_now',
    `${reason}. The customer can pay this order online first, or cancel it.`,
  )
}

type Corrected = { address: OrderAddress; receiver: ReceiverColumns }

const isSameAddress = (order: OrderRow, address: OrderAddress) =>
  (['label', 'house', 'street', 'city', 'state', 'postalCode'] as const).every(
    (part) => order.address[part] === address[part],
  )

const isSame = (order: OrderRow, { address, receiver }: Corrected) =>
  isSameAddress(order, address) &&
  order.receiverName === receiver.receiverName &&
  order.receiverContactNumber === receiver.receiverContactNumber

type Taxation = {
  address: OrderAddress
  sellerState: string | undefined
  warehouseState: string
}

/** The tax of an order depends on the buyer's state; an invoice that was issued with it cannot change any more. */
async function splitTaxAnew(
  tx: Database,
  order: OrderRow,
  { address, sellerState: seller, warehouseState: warehouse }: Taxation,
): Promise<void> {
  const isSameState = ({ state: buyer }: OrderAddress) =>
    isSaleWithinState({ seller, buyer, warehouse })
  const isWithinState = isSameState(address)
  if (isWithinState === isSameState(order.address)) return
  if ((await tx.$count(invoices, eq(invoices.orderId, order.id))) > 0) {
    throw new StoreError(
      'not_allowed_now',
      'The invoice was issued for another state. Cancel the order and place a new one.',
    )
  }
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  for (const { id, netPaise, gstBasisPoints: basisPoints } of lines) {
    await tx
      .update(orderLines)
      .set(gstSplitOf({ net: asPaise(netPaise), basisPoints, isWithinState }))
      .where(eq(orderLines.id, id))
  }
}

type Terms = ReturnType<typeof termsOf>

/** What comes next, for the customer. */
function arrivalSentence(order: OrderRow, terms: Terms): string {
  if (boardStateOf(order) === 'failed') return 'We’ll tell you when we come again.'
  if (!order.promisedBy || order.promisedBy < clock.now()) return 'We’ll bring it soon.'
  return `It arrives ${arrivalText(order.promisedBy, clock.now(), terms)}.`
}

/** Names and addresses are in the order only: a lock screen shows pushes to everybody. */
const tellAboutAddress = (tx: Database, order: OrderRow, arrival: string): Promise<void> =>
  enqueueOrderPush(tx, order, {
    title: 'Delivery details corrected',
    body: `We’ve corrected where your order goes or who receives it. ${arrival}`,
    path: trackingPath(order.id),
    cause: `order:${order.id}:address:${randomUUID()}`,
  })

/** What the history keeps: the fields that have changed. */
function changedFields(before: OrderRow, after: OrderRow) {
  const [old, now] = [historyOf(before), historyOf(after)]
  const changed = (Object.keys(old) as (keyof typeof old)[]).filter(
    (field) => old[field] !== now[field],
  )
  const only = (fields: typeof old) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]))
  return { before: only(old), after: only(now) }
}

const historyOf = ({ address, receiverName, receiverContactNumber, promisedBy }: OrderRow) => ({
  address: [address.street, address.city, address.state, address.postalCode]
    .filter(Boolean)
    .join(', '),
  receiver: receiverName,
  receiverPhone: receiverContactNumber,
  promisedBy: promisedBy?.toISOString() ?? null,
})
