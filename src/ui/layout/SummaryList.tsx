import type { Paise } from '#contract/values/money.ts'
import type { Summary } from '#contract/cart/pricing.ts'
import { Money, paiseText } from '#ui/text/Price.tsx'
import styles from './SummaryList.module.css'

/** The price summary of an order; lines without a charge are left out, except shipping. */
export function SummaryList({ summary }: { summary: Summary }) {
  const { mrpTotal, mrpDiscount, couponDiscount, trialCharges, shipping, total } = summary
  const saved = mrpDiscount + couponDiscount
  return (
    <dl className={styles.sum}>
      <div>
        <dt>Bag Amount</dt>
        <dd>
          <Money paise={mrpTotal} />
        </dd>
      </div>
      <Deduction label="MRP Discount" paise={mrpDiscount} />
      {couponDiscount > 0 && <Deduction label="Coupon Discount" paise={couponDiscount} />}
      {trialCharges > 0 && (
        <div>
          <dt>Trial Charges</dt>
          <dd>
            <Money paise={trialCharges} />
          </dd>
        </div>
      )}
      <div>
        <dt>Shipping Charges</dt>
        {shipping > 0 ? (
          <dd>
            <Money paise={shipping} />
          </dd>
        ) : (
          <dd className={styles.less}>FREE</dd>
        )}
      </div>
      <div className={styles.total}>
        <dt>
          Total Amount <small>(inclusive of all taxes)</small>
        </dt>
        <dd>
          <Money paise={total} />
        </dd>
      </div>
      {saved > 0 && (
        <div className={styles.saved}>
          <dt>You save</dt>
          <dd>{paiseText(saved as Paise)}</dd>
        </div>
      )}
    </dl>
  )
}

function Deduction({ label, paise }: { label: string; paise: Paise }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.less}>{`${paise > 0 ? '\u2212' : ''}${paiseText(paise)}`}</dd>
    </div>
  )
}
