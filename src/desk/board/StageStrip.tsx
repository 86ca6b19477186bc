import { Icon } from '#desk/ui/media/Icon.tsx'
import badge from '#desk/ui/StateBadge.module.css'
import { stageLooks } from '#desk/orders/orderStates.ts'
import styles from './StageStrip.module.css'
import { texts } from '#desk/orders/texts.ts'
import { minutesText, type Stage, type StageSummary } from './urgency.ts'

type Props = {
  summaries: readonly StageSummary[]
  openCount: number
  chosen: Stage | undefined
  onChoose: (stage: Stage | undefined) => void
}

/** The states with count, late and oldest; a click filters, a second one shows all again. */
export function StageStrip({ summaries, openCount, chosen, onChoose }: Props) {
  return (
    <div className={styles.strip} role="group" aria-label={texts.stateFilter}>
      <button
        type="button"
        className={styles.all}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        <span>{`${texts.view.all} `}</span>
        <b>{openCount}</b>
      </button>
      {summaries.map((summary) => (
        <StageButton
          key={summary.stage}
          summary={summary}
          isChosen={chosen === summary.stage}
          onChoose={() => onChoose(chosen === summary.stage ? undefined : summary.stage)}
        />
      ))}
    </div>
  )
}

type ButtonProps = { summary: StageSummary; isChosen: boolean; onChoose: () => void }

function StageButton({ summary, isChosen, onChoose }: ButtonProps) {
  const { stage, count, late } = summary
  const { icon, hue } = stageLooks[stage]
  const detail = detailOf(summary)
  const isBad = count > 0 && (late > 0 || stage === 'failed')
  return (
    <button
      type="button"
      className={badge.hue}
      data-hue={hue}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <Icon name={icon} />
      <span>{`${texts.stages[stage]} `}</span>
      <b>{`${count} `}</b>
      <small data-bad={isBad || undefined}>{detail}</small>
    </button>
  )
}

function detailOf({ stage, count, late, oldestMinutes }: StageSummary): string {
  if (count === 0) return texts.none
  if (stage === 'failed') return texts.needsDecision
  const oldest = texts.oldest(minutesText(oldestMinutes))
  return late > 0 ? `${texts.late(late)} · ${oldest}` : oldest
}
