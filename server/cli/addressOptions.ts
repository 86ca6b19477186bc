import type { Command } from 'commander'
import { eq } from 'drizzle-orm'

import { withoutHouse } from '#contract/streetLine.ts'
import { boardStateOf } from '#contract/staff/orderMoves.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { geocoder } from '#server/features/location/gazetteer.ts'
import { warehousesAround } from '#server/features/location/warehouses.ts'
import { correctAddress, countCorrections } from '#server/features/orders/staff/correctAddress.ts'
import { asCommandLine } from './staffContext.ts'
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

/** Changes the parts of an order's address that are given. The order is in the state that it has now. */
export const correctAddressOf = (
  db: Database,
  orderNumber: string,
  options: AddressOptions,
): Promise<void> =>
  asCommandLine(db, async (context) => {
    const [order] = await context.db
      .select()
      .from(orders)
      .where(eq(orders.orderNumber, orderNumber))
    if (!order) throw orderNotFound()
    const { address, receiverName, receiverContactNumber } = order
    const receiver = {
      name: options.receiver ?? receiverName ?? '',
      contactNumber: options.receiverPhone ?? receiverContactNumber ?? '',
    }
    const changesReceiver = options.receiver !== undefined || options.receiverPhone !== undefined
    if (changesReceiver && !(receiver.name && receiver.contactNumber)) {
      throw new Error('Specify both --receiver and --receiver-phone.')
    }
    await correctAddress(context, orderNumber, {
      ...{ geocoder, warehousesAt: warehousesAround },
      from: boardStateOf(order),
      corrections: await countCorrections(context.db, order.id),
      address: {
        label: address.label,
        house: options.house ?? (address.house || undefined),
        street: options.street ?? withoutHouse(address),
        city: options.city ?? address.city,
        // Another PIN code may be in another state, which then follows from it.
        state: options.pin && options.pin !== address.postalCode ? '' : address.state,
        postalCode: options.pin ?? address.postalCode,
        ...{ latitude: undefined, longitude: undefined },
      },
      ...(changesReceiver && { receiver }),
    })
  })
