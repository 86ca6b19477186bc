import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { connectivityAtom, lookAgain } from '#platform/connectivityAtom.ts'
import type { Entry } from '#platform/outbox/changes.ts'
import { describeChange } from '#platform/outbox/describeChange.ts'
import { flush, undo } from '#platform/outbox/outbox.ts'
import { waitingAtom } from '#platform/outbox/waiting.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { TextButton } from '#ui/forms/TextButton.tsx'
import styles from './WaitingChanges.module.css'

/** Says on every page how many changes wait, and lists them. */
export function WaitingChanges() {
  const entries = useAtomValue(waitingAtom)
  const [isOpen, setIsOpen] = useState(false)
  const count = entries.length
  return (
    <>
      {/* It is there before its text, so that the text is read out. */}
      <div className={styles.place} role="status">
        {count > 0 && (
          <button type="button" className={styles.bar} onClick={() => setIsOpen(true)}>
            <Icon name="clock" size="s" />
            {count === 1 ? '1 change waiting to send' : `${count} changes waiting to send`}
          </button>
        )}
      </div>
      {isOpen && <WaitingSheet entries={entries} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Props = { entries: Entry[]; onClose: () => void }

function WaitingSheet({ entries, onClose }: Props) {
  const [isSending, setIsSending] = useState(false)
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'

  async function sendNow() {
    setIsSending(true)
    await Promise.all([lookAgain(), flush()]).finally(() => setIsSending(false))
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
      <p role="status">{explanation(entries.length, isOffline)}</p>
      <ul className={styles.list}>
        {entries.map((entry) => {
          const { what, item } = describeChange(entry.change)
          return (
            <li key={entry.key} className={styles.entry}>
              <p className={styles.what}>
                <b>{what}</b>
                <span>{item}</span>
              </p>
              <div className={styles.steps}>
                <TextButton
                  aria-label={`Try again: ${what}, ${item}`}
                  disabled={isSending}
                  onClick={() => void sendNow()}
                >
                  Try again
                </TextButton>
                <TextButton
                  isRemoval
                  aria-label={`Undo: ${what}, ${item}`}
                  disabled={isSending}
                  onClick={() => void undo(entry)}
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

function explanation(count: number, isOffline: boolean): string {
  if (count === 0) return 'Nothing is waiting to be sent.'
  return isOffline
    ? "You are offline. We'll send these changes when you're back online."
    : "We couldn't send these changes yet. We'll keep trying."
}
