import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { ComplaintsResponse, type OwnComplaint } from '#contract/store/storeFacts.ts'
import { parseResponse, request } from '#platform/api/http.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { TextArea } from '#ui/forms/Fields.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './OwnComplaints.module.css'

async function readComplaints(): Promise<OwnComplaint[]> {
  const response = await parseResponse(ComplaintsResponse, request(calls.readComplaints))
  return response.result.data
}

type Props = {
  /** Whether the shopper came to read an answer: it scrolls into view, and a guest is asked to log in. */
  isWanted: boolean
}

/** The customer's complaints with the store's answers; nothing for those who have none. */
export function OwnComplaints({ isWanted }: Props) {
  const userId = useAtomValue(userIdAtom)
  const key = userId ? (['complaints', userId] as const) : null
  const { data = [], error, mutate } = useSWR<OwnComplaint[], Error>(key, readComplaints)
  const isShown = userId ? data.length > 0 || error !== undefined : isWanted
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isShown && isWanted) heading.current?.scrollIntoView()
  }, [isShown, isWanted])
  if (!isShown) return null
  return (
    <>
      <h2 id="complaints" ref={heading}>
        Your complaints
      </h2>
      {!userId && (
        <>
          <p>Log in with the number that you gave to read our answer.</p>
          <Button onClick={() => openLogin('account')}>Log in</Button>
        </>
      )}
      {error && (
        <Note tone="danger">We couldn’t load your complaints. Please try again later.</Note>
      )}
      {data.map((complaint) => (
        <ComplaintHistory
          key={complaint.ticket}
          complaint={complaint}
          onReplied={() => void mutate()}
        />
      ))}
    </>
  )
}

type HistoryProps = { complaint: OwnComplaint; onReplied: () => void }

function ComplaintHistory({ complaint, onReplied }: HistoryProps) {
  const { ticket, at, text, isAnswered, messages } = complaint
  return (
    <article className={styles.complaint} aria-label={`Complaint ${ticket}`}>
      <p className={styles.head}>
        <b>{ticket}</b>
        <span>{isAnswered ? 'Answered' : 'We’re working on it'}</span>
      </p>
      <Message who="You" at={at} text={text} />
      {messages.map((message) => (
        <Message
          key={`${message.by} ${message.at}`}
          who={message.by === 'store' ? 'Store' : 'You'}
          at={message.at}
          text={message.text}
        />
      ))}
      {messages.length > 0 && <Reply ticket={ticket} onReplied={onReplied} />}
    </article>
  )
}

type MessageProps = { who: string; at: string; text: string }

function Message({ who, at, text }: MessageProps) {
  return (
    <div>
      <p className={styles.by}>
        <b>{who}</b>
        <DateTime at={at} />
      </p>
      <p className={styles.text}>{text}</p>
    </div>
  )
}

const couldNotSend = toastServerMessageOr('We couldn’t send your reply. Please try again.')

function Reply({ ticket, onReplied }: { ticket: string; onReplied: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function send() {
    if (!text.trim()) return setProblem('Write your reply')
    setProblem(undefined)
    setIsSending(true)
    await reply().catch(couldNotSend)
    setIsSending(false)
  }

  async function reply() {
    const sent = request(calls.replyToComplaint, { params: { ticket }, json: { text } })
    const { msg } = await parseResponse(SuccessResponse, sent)
    setText('')
    onReplied()
    await toastSuccess(msg ?? 'We’ve received your reply.')
  }

  return (
    <form
      className={styles.reply}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        label="Reply"
        maxLength={4000}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="outline" isBusy={isSending} busyText="Sending...">
        Send reply
      </Button>
    </form>
  )
}
