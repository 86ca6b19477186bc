import { Icon } from '#ui/media/Icon.tsx'
import { PickCard } from '#ui/forms/OptionCard.tsx'
import styles from './PaymentChoice.module.css'
import type { PaymentWay } from './paymentMethods.ts'

type Props = { ways: PaymentWay[]; value: PaymentWay; onChoose: (way: PaymentWay) => void }

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
} as const satisfies Record<PaymentWay, { title: string; text: string; icon: string }>

/** How it is paid; where there is one way only, it is chosen. */
export function PaymentChoice({ ways, value, onChoose }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Payment</legend>
      {ways.map((way) => (
        <PickCard
          key={way}
          name="payment"
          title={words[way].title}
          aside={<Icon name={words[way].icon} />}
          checked={way === value}
          onChange={() => onChoose(way)}
        >
          {words[way].text}
        </PickCard>
      ))}
    </fieldset>
  )
}
