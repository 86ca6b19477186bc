import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import { calls } from '#contract/api/calls.ts'
import { CartViewResponse } from '#contract/cart/cart.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { OptionCard } from '#ui/forms/SelectionControls.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './PaymentMethodPicker.module.css'
import type { CheckoutPaymentMethod } from './paymentMethods.ts'

type Props = {
  options: CheckoutPaymentMethod[]
  value: CheckoutPaymentMethod
  onChoose: (method: CheckoutPaymentMethod) => void
}

const methodTexts = {
  prepaid: {
    title: 'Online Payment',
    text: 'Pay using your Card/UPI/Netbanking, etc',
    icon: 'card',
  },
  'cash on delivery': {
    title: 'Cash on Delivery',
    text: 'Only UPI payment is acceptable at the time of delivery',
    icon: 'cash',
  },
} as const satisfies Record<CheckoutPaymentMethod, { title: string; text: string; icon: string }>

/** Radio buttons for the payment method; a single one is selected. */
export function PaymentMethodPicker({ options, value, onChoose }: Props) {
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Payment</legend>
      {options.map((method) => (
        <OptionCard
          key={method}
          name="payment"
          title={methodTexts[method].title}
          aside={<Icon name={methodTexts[method].icon} />}
          checked={method === value}
          onChange={() => onChoose(method)}
        >
          {methodTexts[method].text}
        </OptionCard>
      ))}
    </fieldset>
  )
}

/**
 * Why an order to an address cannot be paid on delivery. Until that is known cash is offered: the
 * server decides when the order is placed.
 */
export function useCashRefusal(addressId: string | undefined) {
  const userId = useAtomValue(userIdAtom)
  const { data, mutate } = useSWR(
    userId && addressId ? (['cash', userId, addressId] as const) : null,
    ([, id, at]) => readCashRefusal(id, at),
    // May have changed since the last order.
    { revalidateIfStale: true },
  )
  return {
    cashRefusal: data ?? undefined,
    // The page may be left already; without a response cash stays as it was.
    refresh: () => mutate().catch(() => undefined),
  }
}

/** Why an order to this address cannot be paid on delivery; null where it can. */
async function readCashRefusal(userId: string, addressId: string): Promise<string | null> {
  const sent = request(calls.readCart, { params: { userId }, query: { addressId } })
  const { cashRefusal } = await parseResponse(CartViewResponse, sent)
  return cashRefusal ?? null
}
