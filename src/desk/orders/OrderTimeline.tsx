import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { StaffOrder, TimelineEntry } from '#contract/staff/board.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { Card } from '#desk/ui/Card.tsx'
import styles from './OrderPage.module.css'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { texts } from './texts.ts'
import { isOpen } from '#desk/board/urgency.ts'

type Props = {
  order: StaffOrder
  /** Saves a note and returns what went wrong; missing for roles that write none. */
  onNote?: (text: string) => Promise<string | undefined>
}

/** Who did what, newest first, with the notes of the team. */
export function OrderTimeline({ order, onNote }: Props) {
  const [isWriting, setIsWriting] = useState(false)
  const timeText = useTimeText()
  const { promisedBy, timeline } = order
  return (
    <Card
      title={texts.order.timeline}
      detail={texts.order.newestFirst}
      action={
        onNote &&
        !isWriting && (
          <Button
            size="s"
            variant="line"
            leftSection={<Icon name="d-note" size="s" />}
            onClick={() => setIsWriting(true)}
          >
            {texts.order.addNote}
          </Button>
        )
      }
    >
      {onNote && isWriting && <NoteForm onSave={onNote} onClose={() => setIsWriting(false)} />}
      <ol className={styles.timeline}>
        {promisedBy && isOpen(order) && (
          <li data-kind="ahead">
            <p>
              <span>{texts.order.promise}</span>
              <time dateTime={promisedBy}>{timeText(promisedBy)}</time>
            </p>
          </li>
        )}
        {timeline.map((entry, position) => (
          <li key={`${entry.at}-${position}`} data-kind={entry.kind}>
            <p>
              <span>{textOf(entry)}</span>
              <time dateTime={entry.at}>{timeText(entry.at)}</time>
            </p>
            <p className={styles.faint}>{authorOf(entry)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const textOf = ({ kind, text }: TimelineEntry): string =>
  kind === 'note' ? texts.order.note(text) : texts.eventOf(text)

const roleNames: Record<string, string> = frameTexts.roles

const authorOf = ({ by, role }: TimelineEntry): string =>
  [by, role && (roleNames[role] ?? role).toLowerCase()].filter(Boolean).join(', ')

type FormProps = {
  onSave: (text: string) => Promise<string | undefined>
  onClose: () => void
}

const maxNoteLength = 1000

function NoteForm({ onSave, onClose }: FormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setProblem(texts.order.noteMissing)
    setIsBusy(true)
    const failure = await onSave(text.trim())
    setIsBusy(false)
    if (failure) setProblem(failure)
    else onClose()
  }
  return (
    <form className={styles.noteForm} noValidate onSubmit={(event) => void submit(event)}>
      <label>
        <span>{texts.order.noteLabel}</span>
        <textarea
          rows={3}
          maxLength={maxNoteLength}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
      </label>
      <p className={styles.faint}>{texts.order.noteHint}</p>
      {problem && <Note kind="bad">{problem}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" size="s" aria-disabled={isBusy || undefined}>
          {isBusy ? texts.moving : texts.order.saveNote}
        </Button>
        <Button size="s" variant="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
