import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { useLabelScanner } from '#desk/ui/labels/labelScanner.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { ChooseOrders } from '#desk/pack/ChooseOrders.tsx'
import { type PickRound, usePickRound } from './pickData.ts'
import styles from './PickPage.module.css'
import { progressOf, usualRound } from './pickRound.ts'
import { PickShelves } from './PickShelves.tsx'
import { RoundOrders } from './RoundOrders.tsx'
import { ScanPanel } from './ScanPanel.tsx'
import { texts } from '#desk/pack/texts.ts'

const title = frameTexts.pages.pickList

/** The pick list: the items of a few orders, shelf by shelf, ticked by tap or by scan. */
export default function PickPage() {
  const round = usePickRound()
  const { orders, problem, refresh } = round.list
  if (!orders) {
    return (
      <Page title={title} isFlush>
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      </Page>
    )
  }
  if (orders.length === 0 && round.numbers.every((number) => number === '')) {
    return (
      <Page title={title}>
        <PageState icon="d-scan" title={texts.empty.title} body={texts.empty.body} />
      </Page>
    )
  }
  return <Round round={round} />
}

function Round({ round }: { round: PickRound }) {
  const { orders, lines, numbers, list } = round
  const [isChoosing, setIsChoosing] = useState(false)
  const navigate = useNavigate()
  const { picked, quantity } = progressOf(lines)
  const isOver = orders.length === 0
  useLabelScanner(round.scan, !isChoosing && !isOver)
  return (
    <Page
      title={title}
      subtitle={
        orders[0] ? texts.shortSummary(picked, quantity, orders[0].warehouse.name) : undefined
      }
      actions={
        <div className={styles.actions}>
          <Button
            variant="line"
            aria-label={texts.printRound}
            leftSection={<Icon name="d-print" size="s" />}
            onClick={() => void navigate(`/print?orders=${numbers.filter(Boolean).join(',')}`)}
          >
            <span className={styles.wide}>{texts.printRound}</span>
          </Button>
          <Button
            variant="line"
            aria-label={texts.choose}
            leftSection={<Icon name="d-list" size="s" />}
            onClick={() => setIsChoosing(true)}
          >
            <span className={styles.wide}>{texts.choose}</span>
          </Button>
        </div>
      }
    >
      {list.problem && <Note kind="warn">{texts.notFresh}</Note>}
      {isOver ? (
        <Finished round={round} />
      ) : (
        <>
          <p className={styles.summary}>{texts.summary(orders.length, picked, quantity)}</p>
          <div className={styles.columns}>
            <PickShelves round={round} />
            <ScanPanel round={round} />
            <RoundOrders round={round} />
          </div>
        </>
      )}
      {isChoosing && <ChooseOrders round={round} onClose={() => setIsChoosing(false)} />}
    </Page>
  )
}

function Finished({ round: { list, numbers, setNumbers } }: { round: PickRound }) {
  const navigate = useNavigate()
  const { title: over, body, next, print, handOver } = texts.finished
  const hasMore = (list.orders ?? []).length > 0
  return (
    <PageState icon="d-ready" title={over} body={body}>
      <div className={styles.over}>
        {hasMore && (
          <Button variant="go" onClick={() => setNumbers(usualRound(list.orders ?? []))}>
            {next}
          </Button>
        )}
        <Button
          variant="line"
          onClick={() => void navigate(`/print?orders=${numbers.filter(Boolean).join(',')}`)}
        >
          {print}
        </Button>
        <Button variant={hasMore ? 'line' : 'go'} onClick={() => void navigate('/hand-over')}>
          {handOver}
        </Button>
      </div>
      {!hasMore && <p>{texts.empty.body}</p>}
    </PageState>
  )
}
