import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PromiseClock } from '#desk/ui/time/PromiseClock.tsx'
import { BagLetter } from '#desk/pack/BagLetter.tsx'
import { isComplete, type PickRound } from './pickData.ts'
import { bagLetters, progressOf, type RoundOrder } from './pickRound.ts'
import styles from './RoundOrders.module.css'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.round

/** The orders of the round with their bags, and what makes them ready. */
export function RoundOrders({ round }: { round: PickRound }) {
  const { orders, leftOrders, numbers, marking, lines } = round
  const complete = orders.filter(isComplete)
  const { picked, quantity } = progressOf(lines)
  const isBusy = marking.busy.length > 0
  const heading = useRef<HTMLHeadingElement>(null)
  const hasMarked = marking.ready.length > 0
  useEffect(() => {
    // The button that was pressed has left with its order, and the focus with it.
    if (hasMarked && document.activeElement === document.body) heading.current?.focus()
  }, [hasMarked, leftOrders.length])
  const canMarkAll = complete.length === orders.length
  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2 ref={heading} tabIndex={-1} className={styles.head}>
        {texts.title}
      </h2>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderRow key={order.number} order={order} round={round} />
        ))}
        {leftOrders.map((number) => (
          <li key={number} className={styles.left}>
            <BagLetter letter={bagLetters[numbers.indexOf(number)] ?? 'A'} />
            <div>
              <OrderNumber number={number} />
              <p>{marking.ready.includes(number) ? texts.isReady : texts.hasLeft}</p>
            </div>
            <PrintLink number={number} />
          </li>
        ))}
      </ul>
      <div className={styles.end} data-complete={canMarkAll || marking.problem ? true : undefined}>
        {marking.problem && <Note kind="bad">{marking.problem}</Note>}
        <Button
          variant="go"
          fullWidth
          disabled={!canMarkAll}
          aria-disabled={isBusy || undefined}
          onClick={() => void marking.markReady(complete)}
        >
          {isBusy ? texts.marking : texts.markAll}
        </Button>
        {!canMarkAll && <p>{texts.missing(quantity - picked)}</p>}
      </div>
    </section>
  )
}

function OrderRow({ order, round: { marking } }: { order: RoundOrder; round: PickRound }) {
  const { number, letter, customer, promisedBy, items } = order
  const { picked, quantity } = progressOf(items)
  return (
    <li className={styles.order}>
      <BagLetter letter={letter} />
      <div className={styles.text}>
        <p className={styles.title}>
          <OrderNumber number={number} />
          <span>{customer}</span>
        </p>
        <p className={styles.progress}>{texts.picked(picked, quantity)}</p>
        <progress value={picked} max={quantity} aria-label={texts.picked(picked, quantity)} />
      </div>
      <p className={styles.clock}>
        <PromiseClock promisedBy={promisedBy} />
      </p>
      {isComplete(order) && (
        <div className={styles.done}>
          <Button
            variant="line"
            size="s"
            aria-label={texts.readyLabel(number)}
            aria-disabled={marking.busy.includes(number) || undefined}
            leftSection={<Icon name="d-ready" size="s" />}
            onClick={() => void marking.markReady([order])}
          >
            {texts.ready}
          </Button>
          <PrintLink number={number} />
        </div>
      )}
    </li>
  )
}

/** A phone's narrow cards have no room for the first letters, which all orders share. */
function OrderNumber({ number }: { number: string }) {
  const end = number.indexOf('-') + 1
  return (
    <b>
      <span className={styles.prefix}>{number.slice(0, end)}</span>
      <span>{number.slice(end)}</span>
    </b>
  )
}

function PrintLink({ number }: { number: string }) {
  return (
    <Link
      className={styles.print}
      to={`/print?orders=${number}`}
      aria-label={texts.print(number)}
      title={texts.print(number)}
    >
      <Icon name="d-print" size="s" />
    </Link>
  )
}
