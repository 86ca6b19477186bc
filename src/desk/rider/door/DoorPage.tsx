import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { Delivery } from '#contract/staff/riders.ts'
import { submitMove, waitingEntriesAtom } from '#desk/rider/moves/moves.ts'
import { isOpen } from '#desk/rider/moves/waitingMoves.ts'
import { WaitingMark } from '#desk/rider/OrderFacts.tsx'
import { plainStepOf } from '#desk/rider/StopCard.tsx'
import { texts as pageTexts } from '#desk/rider/texts.ts'
import { UpiPayment } from '#desk/rider/upi/UpiPayment.tsx'
import { useDeliveries } from '#desk/rider/useDeliveries.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { moneyText, rupeesText } from '#desk/ui/money.ts'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { StateBadge } from '#desk/ui/StateBadge.tsx'
import { PromiseClock } from '#desk/ui/time/PromiseClock.tsx'
import { ActionBar } from './ActionBar.tsx'
import styles from './DoorPage.module.css'
import { emptyProof, missingProof, type ProofDraft, ProofField } from './ProofField.tsx'
import { ReasonDialog, type ReasonMove } from './ReasonDialog.tsx'
import { listPath, MissingStopPage, StopDetails, StopPage } from './StopPage.tsx'
import { Trial } from './Trial.tsx'
import type { Choices } from './trialChoices.ts'

const texts = pageTexts.door

/** One order at the door: what to collect, what the customer keeps, and how the delivery ends. */
export default function DoorPage() {
  const { number } = useParams()
  const read = useDeliveries()
  const delivery = read.deliveries?.find((carried) => carried.number === number && isOpen(carried))
  if (delivery) return <Door key={number} delivery={delivery} isOffline={read.isOffline} />
  return <MissingStopPage {...{ texts, read }} icon="d-scooter" />
}

function Door({ delivery, isOffline }: { delivery: Delivery; isOffline: boolean }) {
  const { number, state, promisedBy, failedReason } = delivery
  const isWaiting = useAtomValue(waitingEntriesAtom).some(({ change }) => change.number === number)
  const [proof, setProof] = useState<ProofDraft>(emptyProof)
  // Kept here, so that what the rider chose stays if the state of the order changes meanwhile.
  const [choices, setChoices] = useState<Choices>({})
  const field = <ProofField delivery={delivery} draft={proof} onChange={setProof} />
  return (
    <StopPage stop={delivery} badge={<StateBadge state={state} name={pageTexts.states[state]} />}>
      <div className={styles.door}>
        <div className={styles.facts}>
          <PromiseClock promisedBy={promisedBy} />
          {isWaiting && <WaitingMark />}
        </div>
        <StopDetails
          stop={delivery}
          failure={
            state === 'failed' &&
            failedReason &&
            `${texts.failedFor(failedReason)}. ${texts.failedHint}`
          }
        />
        {state === 'trial' ? (
          <Trial delivery={delivery} choices={choices} onChange={setChoices} proof={proof}>
            {field}
          </Trial>
        ) : (
          <>
            <Items items={delivery.items} />
            <Payment delivery={delivery} />
            <UpiPayment delivery={delivery} isOffline={isOffline} />
            {field}
          </>
        )}
        <Endings delivery={delivery} />
      </div>
      {state !== 'trial' && <NextStep delivery={delivery} proof={proof} />}
    </StopPage>
  )
}

function Items({ items }: Pick<Delivery, 'items'>) {
  return (
    <ul className={styles.items} aria-label={texts.items}>
      {items.map((line) => (
        <li key={line.item} className={styles.item}>
          <Photo src={line.photo} />
          <div className={styles.grow}>
            <p className={styles.name}>{line.name}</p>
            <p className={styles.detail}>{detailOf(line)}</p>
          </div>
          <b>{rupeesText(line.netPaise)}</b>
        </li>
      ))}
    </ul>
  )
}

function detailOf({ brand, size, trialSize, quantity }: Delivery['items'][number]): string {
  const sizes = trialSize ? texts.sizes(size, trialSize) : texts.size(size)
  return [brand, sizes, quantity > 1 && texts.quantity(quantity)].filter(Boolean).join(' · ')
}

function Payment({ delivery: { duePaise, totalPaise, purchaseType } }: { delivery: Delivery }) {
  const [due, hint] =
    purchaseType === 'Try and Buy'
      ? [texts.afterTrial, texts.afterTrialHint]
      : [texts.collect, texts.collectHint(moneyText(duePaise))]
  return (
    <>
      <dl className={styles.sums}>
        <div data-kind="total">
          <dt>{duePaise > 0 ? due : texts.paid}</dt>
          <dd>{moneyText(duePaise > 0 ? duePaise : totalPaise)}</dd>
        </div>
      </dl>
      <p className={styles.hint}>
        <Icon name="info" size="s" />
        <span>{duePaise > 0 ? hint : texts.nothing}</span>
      </p>
    </>
  )
}

/** Deliveries that do not work out. */
function Endings({ delivery }: { delivery: Delivery }) {
  const [reasonMove, setReasonMove] = useState<ReasonMove>()
  const possible = (['noteAttempt', 'refuse'] as const).filter((move) =>
    delivery.moves.includes(move),
  )
  if (possible.length === 0) return null
  const labels = { noteAttempt: texts.notAtHome, refuse: texts.refused }
  return (
    <div className={styles.endings}>
      {possible.map((move) => (
        <Button key={move} variant="line" onClick={() => setReasonMove(move)}>
          {labels[move]}
        </Button>
      ))}
      {reasonMove && (
        <ReasonDialog
          move={reasonMove}
          onClose={() => setReasonMove(undefined)}
          onConfirm={(reason) => {
            setReasonMove(undefined)
            void submitMove(delivery, { move: reasonMove, reason })
          }}
        />
      )}
    </div>
  )
}

function NextStep({ delivery, proof }: { delivery: Delivery; proof: ProofDraft }) {
  const navigate = useNavigate()
  const { moves, duePaise } = delivery
  const step = plainStepOf(delivery)
  if (step) {
    return (
      <ActionBar>
        <Button
          variant="go"
          size="l"
          fullWidth
          onClick={() => void submitMove(delivery, { move: step })}
        >
          {pageTexts.steps[step]}
        </Button>
      </ActionBar>
    )
  }
  if (!moves.includes('deliver')) return null
  const missing = missingProof(delivery, proof)
  async function deliver() {
    const collected = duePaise > 0 ? { collectedPaise: duePaise } : {}
    const code = proof.code ? { code: proof.code } : {}
    await submitMove(delivery, { move: 'deliver', ...collected, ...code }, proof.photo)
    void navigate(listPath)
  }
  return (
    <ActionBar>
      <Button
        variant="go"
        size="l"
        fullWidth
        disabled={missing !== undefined}
        onClick={() => void deliver()}
      >
        {missing ?? (duePaise > 0 ? texts.deliveredFor(rupeesText(duePaise)) : texts.delivered)}
      </Button>
    </ActionBar>
  )
}
