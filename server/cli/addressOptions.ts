import type { Command } from 'commander'
import { eq } from 'drizzle-orm'

import { withoutHouse } from '#contract/delivery/streetLine.ts'
import { boardStateOf } from '#contract/staff/orderMoves.ts'
import { createAddressHasher } from '#server/commerce/orders/cashOnDelivery.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { geocoder } from '#server/features/location/gazetteer.ts'
import { warehousesAround } from '#server/features/location/warehouses.ts'
import { correctAddress, countCorrections } from '#server/features/orders/staff/correctAddress.ts'
import { asCommandLine } from './staffContext.ts'
import type { StoreContext } from './withStore.ts'
import { parsePersonName, parsePhone, parsePincode, parseShortText } from './terminal.ts'

export type AddressOptions = {
  house?: string
  street?: string
  city?: string
  pin?: string
  receiver?: string
  receiverPhone?: string
}

/** The options of an address and of who receives the order. */
export const withAddressOptions = (command: Command): Command =>
  command
    .option('--house <text>', 'house or flat number, floor or building', parseShortText(100))
    .option('--street <text>', 'street and landmark', parseShortText(300))
    .option('--city <name>', 'city', parseShortText(80))
    .option('--pin <code>', 'PIN code', parsePincode)
    .option('--receiver <name>', 'who receives it, if not the customer', parsePersonName)
    .option('--receiver-phone <number>', 'their phone number', parsePhone)

/**
 * The street, city and PIN code of another place are given together, and so are the name and number of a receiver: half
 * of them beside what the store knows would be an address that nobody said. A house alone is another one in the street of
 * an order.
 */
export function requireWholeAddress(options: AddressOptions, isOfOrder: boolean): void {
  const { house, street, city, pin, receiver, receiverPhone } = options
  const parts = [street, city, pin, isOfOrder ? undefined : house]
  const isAnyGiven = parts.some((part) => part !== undefined)
  if (isAnyGiven && !(street && city && pin)) {
    throw new Error('Specify --street, --city and --pin together.')
  }
  if ((receiver === undefined) !== (receiverPhone === undefined)) {
    throw new Error('Specify both --receiver and --receiver-phone.')
  }
}

/** Finds earlier refusals at an address; undefined in a store that does not limit cash. */
export const addressHasherOf = async ({ hasRateLimits, readPepper }: StoreContext) =>
  hasRateLimits ? createAddressHasher(await readPepper()) : undefined

/** Changes the house, the address or the receiver of an order. The order is in the state that it has now. */
export async function correctAddressOf(
  db: Database,
  orderNumber: string,
  { store, ...options }: AddressOptions & { store: StoreContext },
): Promise<void> {
  requireWholeAddress(options, true)
  const hashAddress = await addressHasherOf(store)
  await asCommandLine(db, async (context) => {
    const [order] = await context.db
      .select()
      .from(orders)
      .where(eq(orders.orderNumber, orderNumber))
    if (!order) throw orderNotFound()
    const { address } = order
    const { receiver: name, receiverPhone: contactNumber } = options
    await correctAddress(context, orderNumber, {
      ...{ geocoder, warehousesAt: warehousesAround, hashAddress },
      from: boardStateOf(order),
      corrections: await countCorrections(context.db, order.id),
      address: {
        label: address.label,
        // Another street has another house, or its number is in the line.
        house: options.house ?? ((!options.street && address.house) || undefined),
        street: options.street ?? withoutHouse(address),
        city: options.city ?? address.city,
        // Another PIN code may be in another state, which then follows from it.
        state: options.pin && options.pin !== address.postalCode ? '' : address.state,
        postalCode: options.pin ?? address.postalCode,
        ...{ latitude: undefined, longitude: undefined },
      },
      ...(name && contactNumber && { receiver: { name, contactNumber } }),
    })
  })
}
