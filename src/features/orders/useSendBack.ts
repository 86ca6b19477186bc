import type { Order, OrderLine, ReturnReason } from '#contract/order.ts'
import { useOneTry } from './useOneTry.ts'

/** Comes with the first call: no first sight needs it. */
const api = () => import('./ordersApi.ts')

type Return = { returnReason: ReturnReason; returnPhotos: string[] }

/** Asks for one line to go back, or for another size of it. Gives what the store says of that. */
export function useSendBack({ _id: orderId }: Order, line: OrderLine) {
  const { isSending, attempt } = useOneTry('Failed to submit return request')

  return {
    isSending,
    sendReturn: (wanted: Return) => {
      const returnData = [{ orderItemId: line._id, ...wanted }]
      const body = { orderId, returnData, action: 'returnProduct' } as const
      return attempt(body, async (key) => (await api()).returnLines(body, key))
    },
    sendExchange: (size: string) => {
      const body = {
        orderId,
        orderItemIdToExchange: line._id,
        exchangeProductId: line.productId._id,
        size,
        exchangeReason: 'Size issue',
      }
      return attempt(body, async (key) => (await api()).exchangeLine(body, key))
    },
  }
}
