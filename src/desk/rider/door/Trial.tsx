import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'

import type { Delivery } from '#contract/staff/riders.ts'
import { submitMove } from '#desk/rider/moves/moves.ts'
import { texts as pageTexts } from '#desk/rider/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { moneyText, rupeesText } from '#desk/ui/money.ts'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { durationText } from '#desk/ui/time/promiseTime.ts'
import { useSecond } from '#desk/ui/time/secondClock.ts'
import { timeText } from '#desk/ui/time/timeText.ts'
import type { Elements } from '#ui/elements.tsx'
import { ActionBar } from './ActionBar.tsx'
import styles from './DoorPage.module.css'
import { missingProof, type ProofDraft } from './ProofField.tsx'
import { listPath } from './StopPage.tsx'
import { type Choices, settle } from './trialChoices.ts'

const texts = pageTexts.trial

type TrialProps = {
  delivery: Delivery
  choices: Choices
  onChange: (choices: Choices) => void
  proof: ProofDraft
  /** Where the proof of the delivery is entered. */
  children: Elements
}

/** The trial at the door: its clock, which size of each item stays, and what follows from it. */
export function Trial({ delivery, choices, onChange, proof, children }: TrialProps) {
  const { items, since } = delivery
  return (
    <>
      <Clock since={since} />
      <h2 className={styles.question}>{texts.question}</h2>
      <ul className={styles.items}>
        {items.map((line) => (
          <li key={line.item} className={styles.tried}>
            <div className={styles.item}>
              <Photo src={line.photo} />
              <div className={styles.grow}>
                <p className={styles.name}>{line.name}</p>
                <p className={styles.detail}>{`${line.brand} · ${rupeesText(line.netPaise)}`}</p>
              </div>
              {choices[line.item] !== undefined && (
                <b>{rupeesText(choices[line.item] === null ? 0 : line.netPaise)}</b>
              )}
            </div>
            <Choice
              line={line}
              chosen={choices[line.item]}
              onChoose={(size) => onChange({ ...choices, [line.item]: size })}
            />
          </li>
        ))}
      </ul>
      <Result delivery={delivery} choices={choices} />
      {children}
      <Complete delivery={delivery} choices={choices} proof={proof} />
    </>
  )
}

function Clock({ since }: { since: string }) {
  const elapsed = useSecond((nowMs) => durationText(nowMs - Date.parse(since)))
  return (
    <div className={styles.clock} role="timer" aria-label={texts.running}>
      <Icon name="clock" size="l" />
      <div>
        <p className={styles.elapsed}>{elapsed}</p>
        <p className={styles.detail}>{texts.started(timeText(since))}</p>
      </div>
    </div>
  )
}

type ChoiceProps = {
  line: Delivery['items'][number]
  /** Undefined until it is chosen, null for none. */
  chosen: string | null | undefined
  onChoose: (size: string | null) => void
}

function Choice({ line: { item, name, size, trialSize }, chosen, onChoose }: ChoiceProps) {
  const sizes = [size, trialSize].filter((text): text is string => Boolean(text))
  return (
    <fieldset className={styles.choice}>
      <legend>{texts.which(name)}</legend>
      {[...sizes, null].map((option) => (
        <label
          key={option ?? ''}
          data-chosen={chosen === option || undefined}
          data-none={option === null || undefined}
        >
          <input
            type="radio"
            name={`item-${item}`}
            checked={chosen === option}
            onChange={() => onChoose(option)}
          />
          {chosen === option && <Icon name={option === null ? 'close' : 'check'} size="s" />}
          <span>{option === null ? texts.keepsNone : texts.keeps(option)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type ResultProps = { delivery: Delivery; choices: Choices }

function Result({ delivery, choices }: ResultProps) {
  const { duePaise, refundPaise, returnedItems, isComplete } = settle(delivery, choices)
  const paidPaise = delivery.totalPaise - delivery.refundedPaise - delivery.duePaise
  // An amount to collect is said once every item is decided: before, a choice could still lower it.
  const isCollected = isComplete && duePaise > 0
  const list = returnedItems.map(({ name, size, quantity }) => texts.piece(name, size, quantity))
  return (
    <>
      <dl className={styles.sums} aria-live="polite">
        <div>
          <dt>{texts.goesBack}</dt>
          <dd>{list.join(', ') || texts.nothingGoesBack}</dd>
        </div>
        <div>
          <dt>{texts.paid}</dt>
          <dd>{moneyText(paidPaise)}</dd>
        </div>
        <div>
          <dt>{texts.kept}</dt>
          <dd>{moneyText(paidPaise + duePaise - refundPaise)}</dd>
        </div>
        <div data-kind="total">
          <dt>{isCollected ? pageTexts.door.collect : texts.refund}</dt>
          <dd>{moneyText(isCollected ? duePaise : refundPaise)}</dd>
        </div>
      </dl>
      <p className={styles.hint}>
        <Icon name="info" size="s" />
        <span>
          {isCollected
            ? texts.collectHint(moneyText(duePaise))
            : duePaise > 0
              ? pageTexts.door.afterTrialHint
              : texts.hint(delivery.receiver.name)}
        </span>
      </p>
    </>
  )
}

function Complete({ delivery, choices, proof }: ResultProps & { proof: ProofDraft }) {
  const navigate = useNavigate()
  const { kept, duePaise, returnedItems, isComplete } = settle(delivery, choices)
  const missing = missingProof(delivery, proof)
  const count = returnedItems.reduce((total, { quantity }) => total + quantity, 0)
  const label = duePaise > 0 ? texts.completeFor(rupeesText(duePaise)) : texts.complete(count)
  async function complete() {
    const collected = duePaise > 0 ? { collectedPaise: duePaise } : {}
    const code = proof.code ? { code: proof.code } : {}
    await submitMove(delivery, { move: 'deliver', kept, ...collected, ...code }, proof.photo)
    void navigate(listPath)
  }
  return (
    <ActionBar>
      <Button
        variant="go"
        size="l"
        fullWidth
        disabled={!isComplete || missing !== undefined}
        onClick={() => void complete()}
      >
        {isComplete ? (missing ?? label) : texts.chooseFirst}
      </Button>
    </ActionBar>
  )
}
