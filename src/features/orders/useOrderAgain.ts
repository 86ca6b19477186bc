import { useOneTry } from './useOneTry.ts'

/** Puts what an order had into the bag once more. Gives the bag then, and what cannot be had. */
export function useOrderAgain(orderId: string) {
  const { isSending, attempt } = useOneTry('Could not order this again. Please try again.')
  return {
    isSending,
    orderAgain: () =>
      attempt({ orderId }, async (key) =>
        (await import('./ordersApi.ts')).orderAgain(orderId, key),
      ),
  }
}
