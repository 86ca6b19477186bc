import { clockTime, dayText } from '#contract/values/indianTime.ts'
import type { Paise } from '#contract/values/money.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { Barcode } from '#desk/ui/labels/Barcode.tsx'
import { QrCode } from '#desk/ui/labels/QrCode.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import paper from '#desk/ui/labels/paper.module.css'
import styles from './OrderLabel.module.css'
import { unitCount } from './printData.ts'
import { PrintedLogo } from './PrintedLogo.tsx'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.print

type Props = { order: StaffOrder; store: StoreFacts }

/** The label on the bag, 4 by 6 inches: where it goes and what is collected. It has no phone number. */
export function OrderLabel({ order, store }: Props) {
  const { number, promisedBy, purchaseType, duePaise, address, warehouse, rider } = order
  const isTrial = purchaseType === 'Try and Buy'
  const collectText = isTrial ? texts.collectAfterTrialShort : texts.collectShort
  return (
    <section
      className={`${paper.paper} ${styles.label}`}
      data-paper="label"
      aria-label={texts.labelOf(number)}
    >
      <div className={styles.row}>
        <PrintedLogo name={store.name} />
        <p className={styles.end}>{warehouse.name}</p>
      </div>
      <div className={styles.row}>
        <div>
          {promisedBy && (
            <>
              <small>{texts.deliverBy(dayText(new Date(promisedBy)))}</small>
              <p className={styles.time}>{clockTime(new Date(promisedBy))}</p>
            </>
          )}
        </div>
        <div className={styles.end}>
          {isTrial && <p className={styles.inverse}>{texts.trial}</p>}
          <p className={styles.money}>
            {duePaise > 0 ? collectText(paiseText(duePaise as Paise)) : texts.paidShort}
          </p>
        </div>
      </div>
      <div className={styles.address}>
        <p className={styles.name}>{order.receiver?.name ?? order.person.name}</p>
        <p className={styles.street}>{address.street}</p>
        <p className={styles.street}>{`${address.city}, ${address.state}`}</p>
        <p className={styles.pin}>{address.postalCode}</p>
      </div>
      <div className={styles.codes}>
        <span className={styles.qr}>
          <QrCode text={number} />
        </span>
        <div>
          <p>{texts.units(unitCount(order))}</p>
          <p className={styles.rider}>{rider ? texts.rider(rider.name) : texts.riderBlank}</p>
        </div>
      </div>
      <div className={styles.barcode}>
        <Barcode text={number} />
      </div>
      <p className={styles.number}>{number}</p>
    </section>
  )
}
