import { clockTime, dateTimeText, dayText } from '#contract/values/indianTime.ts'
import type { Paise } from '#contract/values/money.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { QrCode } from '#desk/ui/labels/QrCode.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import paper from '#desk/ui/labels/paper.module.css'
import styles from './PackingSlip.module.css'
import { PrintedLogo } from './PrintedLogo.tsx'
import { unitCount, packedLines } from './printData.ts'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.print

type Props = { order: StaffOrder; store: StoreFacts }

/** The slip in the bag, on A5. It has no phone number: it may be read by anybody who finds the bag. */
export function PackingSlip({ order, store }: Props) {
  const { number, placedAt, warehouse, lines } = order
  const cancelled = lines.filter(({ status }) => status === 'Cancelled')
  return (
    <section
      className={`${paper.paper} ${styles.slip}`}
      data-paper="slip"
      aria-label={texts.slipOf(number)}
    >
      <div className={styles.head}>
        <div>
          <PrintedLogo name={store.name} />
          <p>{texts.sender(store.legalEntity.name, warehouse.name)}</p>
          <p>{store.legalEntity.address}</p>
          <p>{texts.gstin(store.legalEntity.gstin)}</p>
        </div>
        <div className={styles.end}>
          <h2>{texts.slip}</h2>
          <p className={styles.number}>{number}</p>
          <p>{dateTimeText(new Date(placedAt))}</p>
        </div>
      </div>
      <Delivery order={order} />
      <Items order={order} />
      {cancelled.map(({ item, name, size, quantity }) => (
        <p key={item} className={styles.small}>
          {texts.notInParcel(name, size, quantity)}
        </p>
      ))}
      <div className={styles.below}>
        {order.purchaseType === 'Try and Buy' ? (
          <div className={styles.box}>
            <b>{texts.trying.title}</b>
            <p>{texts.trying.body}</p>
          </div>
        ) : (
          <div />
        )}
        <Amounts order={order} />
      </div>
      <div className={styles.foot}>
        <p>{texts.checkedBy}</p>
        <p>{texts.units(unitCount(order))}</p>
      </div>
      <p className={styles.small}>{texts.noInvoice(store.contacts.email)}</p>
    </section>
  )
}

function Delivery({ order }: { order: StaffOrder }) {
  const { address, promisedBy, purchaseType, duePaise } = order
  const isTrial = purchaseType === 'Try and Buy'
  const collectText = isTrial ? texts.collectAfterTrial : texts.collect
  return (
    <div className={styles.delivery}>
      <div>
        <small>{texts.deliverTo}</small>
        <p className={styles.strong}>{order.receiver?.name ?? order.person.name}</p>
        <p>{address.street}</p>
        <p>{`${address.city}, ${address.state} ${address.postalCode}`}</p>
      </div>
      <div>
        <small>{texts.delivery}</small>
        {promisedBy && (
          <p className={styles.strong}>
            {texts.by(clockTime(new Date(promisedBy)), dayText(new Date(promisedBy)))}
          </p>
        )}
        {isTrial && <p className={styles.inverse}>{texts.trial}</p>}
        <p>{duePaise > 0 ? collectText(paiseText(duePaise as Paise)) : texts.paid}</p>
      </div>
      <span className={styles.qr}>
        <QrCode text={order.number} />
      </span>
    </div>
  )
}

function Items({ order }: { order: StaffOrder }) {
  const { columns } = texts
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col" aria-label={columns.checked}>
            ✓
          </th>
          <th scope="col">{columns.item}</th>
          <th scope="col">{columns.size}</th>
          <th scope="col">{columns.code}</th>
          <th scope="col" className={styles.end}>
            {columns.quantity}
          </th>
          <th scope="col" className={styles.end}>
            {columns.price}
          </th>
        </tr>
      </thead>
      <tbody>
        {packedLines(order).map(({ item, name, brand, size, trialSize, code, ...line }) => (
          <tr key={item}>
            <td>
              <span className={styles.check} />
            </td>
            <td>
              <b>{name}</b>
              <small>{brand}</small>
            </td>
            <td>
              <b>{size}</b>
              {trialSize && <small>{texts.alsoTry(trialSize)}</small>}
            </td>
            <td>
              <small>{code}</small>
            </td>
            <td className={styles.end}>
              <b>{line.quantity}</b>
            </td>
            <td className={styles.end}>{paiseText(line.pricePaise as Paise)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amounts({ order: { amounts, isPaid, duePaise, purchaseType } }: { order: StaffOrder }) {
  const { toPay: toPayAtDoor, toPayAfterTrial } = texts.amounts
  const toPay = purchaseType === 'Try and Buy' ? toPayAfterTrial : toPayAtDoor
  const isPaidInPart = isPaid && duePaise > 0
  const money = (paise: number) => paiseText(Math.abs(paise) as Paise)
  const less = (paise: number) => `−${money(paise)}`
  const rows = [
    [texts.amounts.items, money(amounts.itemsPaise)],
    amounts.couponPaise !== 0 && [
      texts.amounts.coupon(amounts.couponName),
      less(amounts.couponPaise),
    ],
    amounts.trialPaise > 0 && [texts.amounts.trial, money(amounts.trialPaise)],
    [
      texts.amounts.delivery,
      amounts.shippingPaise > 0 ? money(amounts.shippingPaise) : texts.amounts.free,
    ],
    isPaidInPart
      ? [texts.amounts.paidBefore, less(amounts.totalPaise - duePaise)]
      : amounts.refundedPaise > 0 && [texts.amounts.refunded, less(amounts.refundedPaise)],
  ].filter((row) => row !== false)
  return (
    <dl className={styles.amounts}>
      {rows.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{duePaise > 0 ? toPay : texts.amounts.total}</dt>
        <dd>{money(duePaise > 0 ? duePaise : amounts.totalPaise)}</dd>
      </div>
    </dl>
  )
}
