import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { BoardOrder } from '#contract/staff/board.ts'
import type { Paise } from '#contract/values/money.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { useLabelScanner } from '#desk/ui/labels/labelScanner.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { PromiseClock } from '#desk/ui/time/PromiseClock.tsx'
import { ScanField } from '#desk/ui/labels/ScanField.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import { type HandOver, useHandOver } from './handOverData.ts'
import styles from './HandOverPage.module.css'
import { RiderChoice } from './RiderChoice.tsx'
import { texts as packTexts } from './texts.ts'

const texts = packTexts.handOver
const title = frameTexts.pages.handOver

/** Ready orders go to a rider: scanned or chosen, then handed over together. */
export default function HandOverPage() {
  const handOver = useHandOver()
  const { orders, problem, refresh } = handOver
  const navigate = useNavigate()
  if (!orders) {
    return (
      <Page title={title} isFlush>
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      </Page>
    )
  }
  return (
    <Page title={title}>
      {problem && <Note kind="warn">{packTexts.notFresh}</Note>}
      <Results handOver={handOver} />
      {orders.length === 0 ? (
        <PageState icon="d-ready" title={texts.empty.title} body={texts.empty.body}>
          <Button onClick={() => void navigate('/pick')}>{texts.toPickList}</Button>
        </PageState>
      ) : (
        <ReadyOrders handOver={handOver} orders={orders} />
      )}
    </Page>
  )
}

type Props = { handOver: HandOver; orders: readonly BoardOrder[] }

function ReadyOrders({ handOver, orders }: Props) {
  const { answer, scan, chosenOrders, choose, chooseAll, clear } = handOver
  const [problem, setProblem] = useState<string>()
  useLabelScanner(scan)
  const isAll = chosenOrders.length === orders.length
  return (
    <div className={styles.columns}>
      <section className={styles.card} aria-label={texts.orders}>
        <div className={styles.scan}>
          <ScanField
            texts={{ ...texts, submit: texts.choose, empty: texts.enterNumber }}
            answer={answer}
            onScan={scan}
          />
        </div>
        <div className={styles.head}>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => (isAll ? clear() : chooseAll())}
            />
            <span>{texts.all}</span>
          </label>
        </div>
        <ul>
          {orders.map((order) => (
            <OrderRow
              key={order.number}
              order={order}
              isChosen={chosenOrders.includes(order)}
              onChoose={(isChosen) => {
                setProblem(undefined)
                choose(order.number, isChosen)
              }}
            />
          ))}
        </ul>
      </section>
      <RiderChoice handOver={handOver} problem={problem} onProblem={setProblem} />
    </div>
  )
}

type RowProps = { order: BoardOrder; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function OrderRow({ order, isChosen, onChoose }: RowProps) {
  const { number, customer, itemCount, area, duePaise, purchaseType, promisedBy } = order
  const isTrial = purchaseType === 'Try and Buy'
  const dueText = isTrial ? texts.dueAfterTrial : texts.cashDue
  return (
    <li>
      <label className={styles.order} data-chosen={isChosen || undefined}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={texts.select(number)}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className={styles.text}>
          <b>{number}</b>
          <small>{texts.detail(customer, itemCount, order.warehouse.name)}</small>
          <small>{area}</small>
        </span>
        <span className={styles.facts}>
          <PromiseClock promisedBy={promisedBy} />
          <small>{duePaise > 0 ? dueText(paiseText(duePaise as Paise)) : texts.paid}</small>
          {isTrial && <small className={styles.tag}>{texts.trial}</small>}
        </span>
      </label>
    </li>
  )
}

function Results({ handOver: { results } }: { handOver: HandOver }) {
  if (results.length === 0) return null
  return (
    <ul className={styles.results} aria-label={texts.results}>
      {results.map(({ number, isDone, text }) => (
        <li key={number}>
          <Note kind={isDone ? 'info' : 'bad'}>{text}</Note>
        </li>
      ))}
    </ul>
  )
}
