import { streetLine, withoutHouse } from '#contract/delivery/streetLine.ts'
import type { Delivery } from '#contract/staff/riders.ts'
import type { OrderRow } from '#server/database/schema/orders.ts'

/** The address of an order as its rider reads it, and its point for the map application. */
export function deliveryAddressOf({ address }: Pick<OrderRow, 'address'>): Delivery['address'] {
  const { house, street, city, postalCode, latitude, longitude } = address
  const line = streetLine({ house, street: withoutHouse({ house, street }) })
  return {
    text: [line, city, postalCode].filter(Boolean).join(', '),
    latitude: Number(latitude) || null,
    longitude: Number(longitude) || null,
  }
}
