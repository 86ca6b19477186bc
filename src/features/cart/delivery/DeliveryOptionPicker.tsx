import { type PurchaseType, purchaseTypeNames } from '#contract/cart/cart.ts'
import { isOpenAt } from '#contract/delivery/deliveryHours.ts'
import type { Rupees } from '#contract/values/money.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { OptionCard } from '#ui/forms/SelectionControls.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Money } from '#ui/text/Price.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import styles from './DeliveryOptionPicker.module.css'

/** A delivery option with its charge and terms; the terms are HTML. */
export type DeliveryOption = {
  purchaseType: PurchaseType
  charge: Rupees
  conditions: string | undefined
  /** Why the option is not available at the address. */
  problem?: string | undefined
  /** Why choosing it is refused for this bag; shown instead of the terms. */
  notice?: string | undefined
}

type Props = {
  options: DeliveryOption[]
  /** Undefined until the shopper chooses. */
  value: PurchaseType | undefined
  onChoose: (purchaseType: PurchaseType) => void
}

export function DeliveryOptionPicker({ options, value, onChoose }: Props) {
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Delivery option</legend>
      {options.map(({ purchaseType, charge, conditions, problem, notice }) => (
        <OptionCard
          key={purchaseType}
          name="delivery"
          title={purchaseTypeNames[purchaseType]}
          aside={charge > 0 ? <Money rupees={charge} /> : <span className={styles.free}>FREE</span>}
          checked={purchaseType === value}
          disabled={problem !== undefined}
          onChange={() => onChoose(purchaseType)}
        >
          {problem ?? notice ?? (conditions && <RichText html={conditions} />)}
        </OptionCard>
      ))}
    </fieldset>
  )
}

const clockHour = (hour: number) => `${hour % 12 || 12}${hour < 12 ? 'AM' : 'PM'}`

/** Shown in the bag and the checkout while there is no delivery. */
export function SleepingBanner() {
  const now = useNow()
  const terms = useStoreTerms()
  if (!now || isOpenAt(now, terms)) return null
  return (
    <div className={styles.banner}>
      <p className={styles.text}>
        <Icon name="moon" size="s" />
        <span>{`Sleeping mode: ON. But don't worry — you can still order now, and we'll deliver it tomorrow after ${clockHour(terms.openingHour)}!`}</span>
      </p>
    </div>
  )
}
