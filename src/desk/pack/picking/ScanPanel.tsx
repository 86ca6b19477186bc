import { clockTime } from '#contract/values/indianTime.ts'
import { CameraScanner } from '#desk/ui/labels/CameraScanner.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { CodeForm } from '#desk/ui/labels/ScanField.tsx'
import { BagLetter } from '#desk/pack/BagLetter.tsx'
import type { Answer, PickRound } from './pickData.ts'
import styles from './ScanPanel.module.css'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.scanner

/** Where labels are scanned, and the answer to the last scan. */
export function ScanPanel({ round: { answer, scan, undo } }: { round: PickRound }) {
  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2 className={styles.head}>
        <span>{texts.title}</span>
        <small>{texts.ready}</small>
      </h2>
      <div className={styles.body}>
        <div role="status" className={styles.answers}>
          {answer ? (
            <AnswerNote key={answer.at} answer={answer} onUndo={undo} />
          ) : (
            <p className={styles.hint}>{texts.scanHint}</p>
          )}
        </div>
        <div className={styles.field}>
          <CodeForm texts={texts} onScan={scan} />
          <CameraScanner onScan={scan} answer={answer && sentenceOf(answer)} />
        </div>
      </div>
    </section>
  )
}

const sentenceOf = ({ match }: Answer) =>
  `${packTexts.answerTitle(match)}. ${packTexts.answerDetail(match)}.`

function AnswerNote({ answer: { match, at }, onUndo }: { answer: Answer; onUndo: () => void }) {
  const isRight = match.kind === 'right'
  return (
    <div className={styles.answer} data-kind={isRight ? 'right' : 'wrong'}>
      <Icon name={isRight ? 'check' : 'alert'} size="l" />
      <div>
        <b>{packTexts.answerTitle(match)}</b>
        {isRight ? (
          <p>
            <span>{texts.putIn}</span>
            <BagLetter letter={match.line.letter} isSmall />
            <span>{`· ${texts.scannedAt(clockTime(new Date(at)))}`}</span>
          </p>
        ) : (
          <p>{packTexts.answerDetail(match)}</p>
        )}
      </div>
      {isRight && (
        <button type="button" className={styles.undo} onClick={onUndo}>
          {texts.undo}
        </button>
      )}
    </div>
  )
}
