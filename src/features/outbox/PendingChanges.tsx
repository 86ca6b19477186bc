import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef, useState } from 'react'

import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { type Entry, describeChange } from '#platform/outbox/changes.ts'
import { pendingEntriesAtom } from '#platform/outbox/pendingChanges.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { flush, undo } from './outbox.ts'
import styles from './PendingChanges.module.css'

/** A button on every page with the number of pending changes, and their list. */
export function PendingChanges() {
  const entries = useAtomValue(pendingEntriesAtom)
  const [isOpen, setIsOpen] = useState(false)
  const count = entries.length
  return (
    <>
      {/* Rendered before its text, because screen readers announce only changes of a live region. */}
      <div role="status">
        {count > 0 && (
          <button
            type="button"
            className={styles.bar}
            data-pending-changes
            onClick={() => setIsOpen(true)}
          >
            <Icon name="clock" size="s" />
            <span>
              <span>{count}</span>{' '}
              <span className={styles.more}>{count === 1 ? 'change' : 'changes'}</span> waiting{' '}
              <span className={styles.more}>to send</span>
            </span>
          </button>
        )}
      </div>
      {isOpen && <PendingChangesDialog entries={entries} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Props = { entries: Entry[]; onClose: () => void }

function PendingChangesDialog({ entries, onClose }: Props) {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const textRef = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears with its entry, so focus moves to the dialog.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) textRef.current?.focus()
  }, [entries.length])

  async function sendNow() {
    setIsSending(true)
    setOutcome(undefined)
    const [, sent] = await Promise.all([probeNow(), flush()]).finally(() => setIsSending(false))
    if (sent === 'pending') setOutcome('unsent')
  }

  async function undoChange(entry: Entry) {
    setOutcome(undefined)
    const undone = await undo(entry)
    if (undone !== 'undone') setOutcome(undone)
  }

  return (
    <Dialog
      title="Waiting to send"
      onClose={onClose}
      footer={
        entries.length > 0 ? (
          <Button isWide isBusy={isSending} busyText="Sending..." onClick={() => void sendNow()}>
            Send now
          </Button>
        ) : (
          <Button isWide onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <p role="status" ref={textRef} tabIndex={-1}>
        {explanation(entries.length, { isOffline, outcome })}
      </p>
      <ul className={styles.list}>
        {entries.map((entry) => {
          const { action, item } = describeChange(entry.change)
          return (
            <li key={entry.key} className={styles.entry}>
              <p className={styles.action}>
                <b>{action}</b>
                <span>{item}</span>
              </p>
              <div className={styles.steps}>
                <TextButton
                  aria-label={`Try again: ${action}, ${item}`}
                  disabled={isSending}
                  onClick={() => void sendNow()}
                >
                  Try again
                </TextButton>
                <TextButton
                  isRemoval
                  aria-label={`Undo: ${action}, ${item}`}
                  disabled={isSending}
                  onClick={() => void undoChange(entry)}
                >
                  Undo
                </TextButton>
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

/** The result of the last action, if the list does not show it. */
type Outcome = 'unsent' | 'sending' | 'sent'

const outcomeTexts: Record<Outcome, string> = {
  unsent: 'We still couldn’t send everything. We’ll keep trying.',
  sending: 'We’re sending this change right now. Please try again in a moment.',
  sent: 'This change has already been sent.',
}

type State = { isOffline: boolean; outcome: Outcome | undefined }

function explanation(count: number, { isOffline, outcome }: State): string {
  if (outcome === 'sent') return outcomeTexts.sent
  if (count === 0) return 'Nothing is waiting to be sent.'
  if (isOffline) {
    const still = outcome === 'unsent' ? 'still ' : ''
    return `You’re ${still}offline. We’ll send these changes when you’re back online.`
  }
  return outcome ? outcomeTexts[outcome] : 'We couldn’t send these changes yet. We’ll keep trying.'
}
