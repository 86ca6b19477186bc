import type { OrderStatus } from '#contract/order.ts'

type Tone = 'plain' | 'mint' | 'sale' | 'danger'

const tones: Partial<Record<OrderStatus, Tone>> = {
  Delivered: 'mint',
  Exchanged: 'mint',
  'Return Requested': 'sale',
  'Exchange Requested': 'sale',
  Cancelled: 'danger',
}

/** The colour of a status: done, asked for, called off; any other has none. */
export const statusTone = (status: OrderStatus): Tone => tones[status] ?? 'plain'
