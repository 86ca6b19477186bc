import { Icon } from '#ui/media/Icon.tsx'
import { IconButton } from '#ui/forms/IconButton.tsx'
import styles from './CouponButton.module.css'

type Props = {
  /** Of the coupon that is applied. */
  name: string | undefined
  /** Why it takes nothing off. */
  problem: string | undefined
  onOpen: () => void
  onRemove: () => void
}

/** Leads to the coupons, or says which one is applied and takes it off. */
export function CouponButton({ name, problem, onOpen, onRemove }: Props) {
  if (name === undefined) {
    return (
      <button type="button" className={styles.coupon} onClick={onOpen}>
        <Icon name="tag" size="s" />
        <span className={styles.words}>Apply Coupon</span>
        <Icon name="chevron" size="s" />
      </button>
    )
  }
  return (
    <div className={styles.coupon} data-applied="">
      <Icon name="tag" size="s" />
      <span className={styles.words}>
        Coupon Applied: {name}
        {problem && <small className={styles.problem}>{problem}</small>}
      </span>
      <IconButton icon="close" label="Remove coupon" onClick={onRemove} />
    </div>
  )
}
