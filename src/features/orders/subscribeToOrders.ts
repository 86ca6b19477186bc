import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { OrderEvent } from '#contract/orders/order.ts'
import { followEvents } from '#platform/api/eventStream.ts'
import { request } from '#platform/api/http.ts'

type Subscription = {
  /** Ends the subscription. */
  signal: AbortSignal
  onOrder: (orderId: string) => void
  onLive: (isLive: boolean) => void
}

/** Subscribes to changes of the customer's orders until aborted. */
export const subscribeToOrders = ({ signal, onOrder, onLive }: Subscription): Promise<void> =>
  followEvents({
    ...{ signal, onLive },
    open: async (connection) => request(calls.streamOrderEvents, { signal: connection }),
    onEvent: ({ name, text }) => {
      if (name === 'order') notify(text, onOrder)
    },
  })

function notify(text: string, onOrder: (orderId: string) => void): void {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), OrderEvent), text)
  if (success) onOrder(output._id)
}
