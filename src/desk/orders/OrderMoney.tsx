import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

import type { StaffOrder } from '#contract/staff/board.ts'
import { Card } from '#desk/ui/Card.tsx'
import styles from './OrderPage.module.css'
import { moneyText } from '#desk/ui/money.ts'
import { PaymentText } from './OrderParts.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { texts } from './texts.ts'

type Props = {
  order: StaffOrder
  /** Missing for a role that may not give refunds. */
  onRefund?: () => void
}

/** Each amount with its reason, then what was paid, refunded and is left. */
export function OrderMoney({ order, onRefund }: Props) {
  const { amounts, payments, refunds, documents, duePaise } = order
  const { order: names } = texts
  const timeText = useTimeText()
  const refundable = amounts.refundablePaise
  return (
    <Card title={names.money} action={<PaymentText order={order} />}>
      <dl className={styles.money}>
        <Amount name={names.itemsAmount} paise={amounts.itemsPaise} />
        {amounts.couponPaise > 0 && (
          <Amount name={names.coupon(amounts.couponName)} paise={-amounts.couponPaise} />
        )}
        {amounts.trialPaise > 0 && <Amount name={names.trial} paise={amounts.trialPaise} />}
        <Amount name={names.delivery} paise={amounts.shippingPaise} free={names.free} />
        <Amount name={names.total} paise={amounts.totalPaise} isTotal />
        {payments.map(({ provider, kind, status, amountPaise, reference, at }, position) => (
          <Amount
            key={`payment-${position}`}
            name={`${names.paymentOf(kind)} · ${names.statusOf(status)}${at ? `, ${timeText(at)}` : ''}`}
            detail={[provider, reference].filter(Boolean).join(' · ')}
            paise={amountPaise}
          />
        ))}
        {refunds.map(({ reason, amountPaise, status, reference, at }, position) => (
          <Amount
            key={`refund-${position}`}
            name={names.refund(reason)}
            detail={[names.statusOf(status), timeText(at), reference].filter(Boolean).join(' · ')}
            paise={-amountPaise}
          />
        ))}
        {duePaise > 0 && <Amount name={names.due} paise={duePaise} isTotal />}
        {payments.length > 0 && <Amount name={names.refundable} paise={refundable} isTotal />}
      </dl>
      {payments.length === 0 && duePaise === 0 && (
        <p className={styles.muted}>{names.noPayments}</p>
      )}
      {onRefund && refundable > 0 && (
        <Button size="s" variant="line" onClick={onRefund}>
          {texts.giveRefund.open}
        </Button>
      )}
      {documents.length > 0 && (
        <p className={styles.muted}>
          <Link to={`/orders/${order.number}/invoices`}>
            {documents.map(({ kind, number }) => `${names.documentOf(kind)} ${number}`).join(' · ')}
          </Link>
        </p>
      )}
    </Card>
  )
}

type AmountProps = {
  name: string
  paise: number
  detail?: string
  /** Said instead of ₹0.00. */
  free?: string
  isTotal?: boolean
}

function Amount({ name, paise, detail, free, isTotal = false }: AmountProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>
        <span>{name}</span>
        {detail && <small>{detail}</small>}
      </dt>
      <dd>{paise === 0 && free ? free : moneyText(paise)}</dd>
    </div>
  )
}
