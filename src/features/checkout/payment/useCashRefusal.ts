import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import { userIdAtom } from '#platform/session/session.ts'
import { readCashRefusal } from '#features/checkout/checkoutApi.ts'

/**
 * Why no order to an address can be paid in cash for now, in the words of the store. As long as that
 * is not known cash is offered: the store decides anyway when the order is made.
 */
export function useCashRefusal(addressId: string | undefined) {
  const userId = useAtomValue(userIdAtom)
  const { data, mutate } = useSWR(
    userId && addressId ? (['cash', userId, addressId] as const) : null,
    ([, id, at]) => readCashRefusal(id, at),
    // What was so at the last order need not be so now.
    { revalidateIfStale: true },
  )
  return {
    cashRefusal: data ?? undefined,
    // The customer may have left the page by then; without an answer cash stays as it was.
    askAgain: () => mutate().catch(() => undefined),
  }
}
