import type { PurchaseType } from '#contract/cart.ts'
import type { Rupees } from '#contract/money.ts'
import { Money } from '#ui/text/Price.tsx'
import { OptionCard } from '#ui/forms/Choices.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import styles from './DeliveryChoice.module.css'

/** A delivery option with its charge and terms; the terms are HTML. */
export type DeliveryOption = {
  purchaseType: PurchaseType
  charge: Rupees
  conditions: string | undefined
  /** Why it is not available. */
  obstacle?: string | undefined
}

type Props = {
  ways: DeliveryOption[]
  /** Undefined until the shopper chooses. */
  value: PurchaseType | undefined
  onChoose: (purchaseType: PurchaseType) => void
}

export function DeliveryChoice({ ways, value, onChoose }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Delivery option</legend>
      {ways.map(({ purchaseType, charge, conditions, obstacle }) => (
        <OptionCard
          key={purchaseType}
          name="delivery"
          title={purchaseType}
          aside={charge > 0 ? <Money rupees={charge} /> : <span className={styles.free}>FREE</span>}
          checked={purchaseType === value}
          disabled={obstacle !== undefined}
          onChange={() => onChoose(purchaseType)}
        >
          {obstacle ?? (conditions && <RichText html={conditions} />)}
        </OptionCard>
      ))}
    </fieldset>
  )
}
