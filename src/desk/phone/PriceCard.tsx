import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import * as rules from '#contract/rules.ts'
import { errorText } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Card } from '#desk/ui/Card.tsx'
import { Choice, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { moneyText } from '#desk/ui/money.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import type { Draft } from './draft.ts'
import styles from './NewOrderPage.module.css'
import type { Quote, useQuote } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Props = {
  draft: Draft
  priced: ReturnType<typeof useQuote>
  /** The promise of an order that is placed now, once the address is known. */
  promisedBy: string | undefined
  problem: string | undefined
  isBusy: boolean
  onChange: (changes: Partial<Draft>) => void
  onPlace: () => void
}

/** What it costs, how it is paid, and the one button. */
export function PriceCard({ draft, priced, promisedBy, problem, isBusy, ...actions }: Props) {
  const { quote } = priced
  const { onChange, onPlace } = actions
  return (
    <>
      <Card title={texts.price}>
        <div className={styles.fields}>
          <Amounts priced={priced} />
          <CouponForm draft={draft} quote={quote} onChange={onChange} />
        </div>
      </Card>
      <Card title={texts.payment}>
        <div className={styles.fields}>
          <PaymentChoice {...{ draft, quote, promisedBy, onChange }} />
          {problem && <Note kind="bad">{problem}</Note>}
          <Button
            size="l"
            variant="go"
            fullWidth
            aria-disabled={isBusy || undefined}
            onClick={onPlace}
          >
            {isBusy ? texts.placing : placeText(draft, quote)}
          </Button>
        </div>
      </Card>
    </>
  )
}

/** The button repeats the amount. */
function placeText({ payment }: Draft, quote: Quote | undefined): string {
  if (!quote) return texts.place
  const amount = moneyText(quote.totalPaise)
  return payment === 'cash' ? texts.placeFor(amount) : texts.sendFor(amount)
}

function Amounts({ priced: { quote, problem, isReading, retry } }: Pick<Props, 'priced'>) {
  if (!quote) {
    return (
      <div className={styles.said} role="status">
        <p data-kind={problem && 'bad'}>
          <span>
            {problem
              ? errorText(problem, texts.couldNotPrice)
              : isReading
                ? texts.pricing
                : texts.priceLater}
          </span>
          {problem && (
            <Button size="s" variant="line" onClick={retry}>
              {frameTexts.tryAgain}
            </Button>
          )}
        </p>
      </div>
    )
  }
  const { itemsPaise, couponPaise, couponName, shippingPaise, totalPaise } = quote
  return (
    <dl className={styles.money}>
      <Amount name={texts.itemsAmount} text={moneyText(itemsPaise)} />
      {couponPaise > 0 && (
        <Amount name={texts.couponAmount(couponName)} text={moneyText(-couponPaise)} />
      )}
      <Amount
        name={texts.delivery}
        text={shippingPaise === 0 ? texts.free : moneyText(shippingPaise)}
      />
      <Amount name={texts.total} text={moneyText(totalPaise)} isTotal />
    </dl>
  )
}

function Amount({
  name,
  text,
  isTotal = false,
}: {
  name: string
  text: string
  isTotal?: boolean
}) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

type CouponProps = { draft: Draft; quote: Quote | undefined; onChange: Props['onChange'] }

function CouponForm({ draft: { coupon }, quote, onChange }: CouponProps) {
  const [typed, setTyped] = useState(coupon)
  function apply(event: FormEvent) {
    event.preventDefault()
    onChange({ coupon: typed.trim().toUpperCase() })
  }
  return (
    <form className={styles.coupon} noValidate onSubmit={apply}>
      <TextField name={texts.coupon} max={40} value={typed} onType={setTyped} />
      {coupon === '' ? (
        <Button type="submit" variant="line">
          {texts.apply}
        </Button>
      ) : (
        <Button
          variant="line"
          onClick={() => {
            setTyped('')
            onChange({ coupon: '' })
          }}
        >
          {texts.removeCoupon}
        </Button>
      )}
      <p className={styles.bad} role="status">
        {coupon === '' ? '' : (quote?.couponRefusal ?? '')}
      </p>
    </form>
  )
}

type PaymentProps = Omit<CouponProps, 'draft'> & { draft: Draft; promisedBy: string | undefined }

const linkMinutes = rules.phoneOrders.holdMs / 60_000

function PaymentChoice({ draft, quote, promisedBy, onChange }: PaymentProps) {
  const cashRefusal = quote?.cashRefusal ?? null
  const arrival = promisedBy && arrivalText(new Date(promisedBy), new Date())
  return (
    <fieldset className={formStyles.choices}>
      <legend className={styles.hidden}>{texts.payment}</legend>
      <Choice
        name="payment"
        isChosen={draft.payment === 'cash'}
        onChoose={() => onChange({ payment: 'cash' })}
      >
        <b>{texts.cash}</b>
        {cashRefusal ? (
          <span className={styles.bad}>{texts.noCash(cashRefusal)}</span>
        ) : (
          arrival && <span>{texts.cashHint(arrival)}</span>
        )}
      </Choice>
      <Choice
        name="payment"
        isChosen={draft.payment === 'link'}
        onChoose={() => onChange({ payment: 'link' })}
      >
        <b>{texts.link}</b>
        <span>{texts.linkHint(linkMinutes)}</span>
      </Choice>
    </fieldset>
  )
}
