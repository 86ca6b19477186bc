import type { CashHandover } from '#contract/staff/riders.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { dayTimeText } from '#desk/ui/time/timeText.ts'
import type { Elements } from '#ui/elements.tsx'
import styles from './Cash.module.css'
import { differenceText, lastCountOf } from './difference.ts'
import { texts } from './texts.ts'

type Props = { handover: CashHandover; children?: Elements }

/** Cash that was handed over: what it should be, what was counted, and the difference with its reasons. */
export function HandoverCard({ handover, children }: Props) {
  const { rider, expectedPaise, countedPaise, receivedPaise, receivedBy } = handover
  const difference = differenceText(lastCountOf(handover), expectedPaise)
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h3>{rider.name}</h3>
        <span>{texts.handedOver(dayTimeText(handover.at))}</span>
      </div>
      <dl className={styles.sums}>
        <div>
          <dt>{texts.shouldBe}</dt>
          <dd>{rupeesText(expectedPaise)}</dd>
        </div>
        <div>
          <dt>{texts.riderCounted}</dt>
          <dd>{rupeesText(countedPaise)}</dd>
        </div>
        {receivedPaise !== null && (
          <div>
            <dt>{texts.received(receivedBy ?? '')}</dt>
            <dd>{rupeesText(receivedPaise)}</dd>
          </div>
        )}
      </dl>
      <Difference text={difference} />
      <Reasons handover={handover} />
      {children ?? (receivedPaise === null && <p className={styles.hint}>{texts.waiting}</p>)}
    </section>
  )
}

export function Difference({ text }: { text: string | undefined }) {
  return (
    <p className={styles.difference} data-differs={text !== undefined || undefined}>
      <Icon name={text === undefined ? 'check' : 'alert'} size="s" />
      <span>{text ?? texts.matches}</span>
    </p>
  )
}

function Reasons({
  handover: { rider, reason, receivedBy, receivedReason },
}: {
  handover: CashHandover
}) {
  return (
    <>
      {reason && <p className={styles.hint}>{texts.reason(rider.name, reason)}</p>}
      {receivedReason && (
        <p className={styles.hint}>{texts.reason(receivedBy ?? '', receivedReason)}</p>
      )}
    </>
  )
}
