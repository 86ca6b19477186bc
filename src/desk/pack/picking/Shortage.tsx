import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { moveRules } from '#contract/staff/orderMoves.ts'
import { errorText, requestIdempotently, useRead } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import type { PickRound } from './pickData.ts'
import type { PickLine, Resolution } from './pickRound.ts'
import { effectsOf } from './shortage.ts'
import styles from './Shortage.module.css'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.shortage

type Props = { line: PickLine; round: PickRound; onResolved: () => void }

/** The ways out when a piece is not on its shelf: another size, or without it. */
export function Shortage({ line, round, onResolved }: Props) {
  const [toConfirm, setToConfirm] = useState<Resolution>()
  const role = useAtomValue(sessionAtom)?.person.role
  const missing = line.quantity - line.picked
  const isWholeOrder = isOnlyItem(line, round)
  const canCancelOrder = moveRules.cancel.roles.some((allowed) => allowed === role)
  // The server swaps the whole item, so what is in the bag already would have to come out again.
  const canSwap = line.picked === 0
  return (
    <div className={styles.ways}>
      <p className={styles.short}>
        <Icon name="alert" />
        <span>
          <b>{texts.shortBy(missing)}</b>
          <span>{texts.emptied(line.shelf)}</span>
        </span>
      </p>
      {canSwap &&
        line.otherSizes.map(({ size, onHand }) => (
          <Way
            key={size}
            icon="exchange"
            title={texts.swapTo(size)}
            detail={texts.inStock(onHand)}
            onClick={() => setToConfirm({ kind: 'swap', size })}
          />
        ))}
      {canSwap && line.otherSizes.length === 0 && <p className={styles.hint}>{texts.noSize}</p>}
      {line.picked > 0 && <p className={styles.hint}>{texts.untickToSwap}</p>}
      {!isWholeOrder && (
        <Way
          icon="close"
          title={texts.cancelItem(missing, line.quantity)}
          onClick={() => setToConfirm({ kind: 'cancelItem', quantity: missing })}
        />
      )}
      {isWholeOrder && canCancelOrder && (
        <Way
          icon="close"
          title={texts.cancelOrder(line.number)}
          onClick={() => setToConfirm({ kind: 'cancelOrder' })}
        />
      )}
      {isWholeOrder && !canCancelOrder && <Note kind="warn">{texts.askManager}</Note>}
      {toConfirm && (
        <ConfirmDialog
          resolution={toConfirm}
          {...{ line, round }}
          onClose={() => setToConfirm(undefined)}
          onDone={() => {
            setToConfirm(undefined)
            onResolved()
          }}
        />
      )}
    </div>
  )
}

/** Whether the order would be empty without what is missing. */
function isOnlyItem({ number, item, picked }: PickLine, { orders }: PickRound): boolean {
  const items = orders.find((order) => order.number === number)?.items ?? []
  return picked === 0 && items.every((other) => other.item === item)
}

type WayProps = { icon: string; title: string; detail?: string; onClick: () => void }

function Way({ icon, title, detail, onClick }: WayProps) {
  return (
    <button type="button" className={styles.way} onClick={onClick}>
      <Icon name={icon} size="s" />
      <b>{title}</b>
      {detail && <span>{detail}</span>}
    </button>
  )
}

type DialogProps = {
  resolution: Resolution
  line: PickLine
  round: PickRound
  onClose: () => void
  onDone: () => void
}

function ConfirmDialog({ resolution, line, round, onClose, onDone }: DialogProps) {
  const { number } = line
  const { data, problem: readProblem, refresh } = useRead('readStaffOrder', { params: { number } })
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const order = data?.result
  const title = texts.titleOf(resolution, line)

  async function confirm() {
    const state = round.orders.find((other) => other.number === number)?.state
    if (isBusy || !state) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await resolve(resolution, line, state)
      round.list.refresh()
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      round.list.refresh()
    }
    setIsBusy(false)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <div className={styles.dialog}>
        <p>{`${line.name}, ${number}`}</p>
        {order ? (
          <EffectList {...effectsOf(resolution, line, order)} />
        ) : readProblem ? (
          <div className={styles.dialog}>
            <Note kind="bad">{texts.noEffects}</Note>
            <Button variant="line" onClick={refresh}>
              {frameTexts.tryAgain}
            </Button>
          </div>
        ) : (
          <LoadingRows label={packTexts.loading} count={3} />
        )}
        {problem && <Note kind="bad">{problem}</Note>}
        <div className={styles.buttons}>
          <Button variant="line" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            variant={resolution.kind === 'swap' ? 'go' : 'danger'}
            disabled={!order}
            aria-disabled={isBusy || undefined}
            onClick={() => void confirm()}
          >
            {isBusy ? texts.saving : title}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function EffectList({ stock, money, message }: ReturnType<typeof effectsOf>) {
  const rows = [
    [texts.stock, stock],
    [texts.money, money],
    [texts.message, message],
  ]
  return (
    <dl className={styles.effects}>
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

async function resolve(
  resolution: Resolution,
  { number, item, size, quantity }: PickLine,
  from: PickRound['orders'][number]['state'],
) {
  const params = { number }
  const seen = { from, item, reason: 'notFound' as const }
  if (resolution.kind === 'swap') {
    const body = { ...seen, size: resolution.size, replaces: size }
    await requestIdempotently('swapSize', { params, body })
  } else if (resolution.kind === 'cancelItem') {
    const body = { ...seen, size, quantity: resolution.quantity }
    await requestIdempotently('cancelItem', { params, body })
  } else {
    const shortages = [{ item, size, quantity, reason: 'notFound' as const }]
    const body = { move: 'cancel' as const, from, reason: texts.cancelReason, shortages }
    await requestIdempotently('moveOrder', { params, body })
  }
}
