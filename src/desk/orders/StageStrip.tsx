import { Icon } from '#desk/ui/Icon.tsx'
import parts from './OrderParts.module.css'
import { stageLooks } from './orderStates.ts'
import styles from './StageStrip.module.css'
import { texts } from './texts.ts'
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
        <span>{texts.view.all}</span>
        <b>{openCount}</b>
      </button>
      {summaries.map(({ stage, ...summary }) => (
        <button
          key={stage}
          type="button"
          className={parts.hue}
          data-hue={stageLooks[stage].hue}
          aria-pressed={chosen === stage}
          onClick={() => onChoose(chosen === stage ? undefined : stage)}
        >
          <Icon name={stageLooks[stage].icon} />
          <span>{texts.stages[stage]}</span>
          <b>{summary.count}</b>
          <Detail stage={stage} {...summary} />
        </button>
      ))}
    </div>
  )
}

function Detail({ stage, count, late, oldestMinutes }: StageSummary) {
  if (count === 0) return <small>{texts.none}</small>
  const isBad = late > 0 || stage === 'failed'
  const oldest = texts.oldest(minutesText(oldestMinutes))
  const detail = late > 0 ? `${texts.late(late)} · ${oldest}` : oldest
  return (
    <small data-bad={isBad || undefined}>{stage === 'failed' ? texts.needsDecision : detail}</small>
  )
}
