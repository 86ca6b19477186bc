import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import { readCashRefusal } from '#features/checkout/checkoutApi.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { OptionCard } from '#ui/forms/OptionCard.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './PaymentChoice.module.css'
import type { PaymentMethod } from './paymentMethods.ts'

type Props = { ways: PaymentMethod[]; value: PaymentMethod; onChoose: (way: PaymentMethod) => void }

const words = {
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
} as const satisfies Record<PaymentMethod, { title: string; text: string; icon: string }>

/** How it is paid; where there is one way only, it is chosen. */
export function PaymentChoice({ ways, value, onChoose }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Payment</legend>
      {ways.map((way) => (
        <OptionCard
          key={way}
          name="payment"
          title={words[way].title}
          aside={<Icon name={words[way].icon} />}
          checked={way === value}
          onChange={() => onChoose(way)}
        >
          {words[way].text}
        </OptionCard>
      ))}
    </fieldset>
  )
}

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
