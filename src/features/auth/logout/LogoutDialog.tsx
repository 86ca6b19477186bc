import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { discardAll, flush } from '#features/outbox/outbox.ts'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import styles from './LogoutDialog.module.css'
import { useLogout } from './useLogout.ts'

type Props = { onClose: () => void }

/** Asks what to do with pending changes before a logout deletes them. */
export function LogoutDialog({ onClose }: Props) {
  const pendingCount = useAtomValue(entriesAtom).length
  /** Number of discarded changes, so that the text stays until the logout is done. */
  const [discarded, setDiscarded] = useState(0)
  const count = discarded || pendingCount
  const logout = useLogout()
  const [action, setAction] = useState<'sending' | 'discarding'>()
  const [problem, setProblem] = useState<'pending' | 'refused'>()

  async function send() {
    setAction('sending')
    setProblem(undefined)
    const outcome = await flush().catch(() => 'pending' as const)
    if (outcome === 'sent') return leave()
    setAction(undefined)
    setProblem(outcome)
  }

  async function discard() {
    setAction('discarding')
    setDiscarded(count)
    // Discarded first, because the logout waits for the server while a request may still run.
    await discardAll()
    await leave()
  }

  async function leave() {
    await logout()
    onClose()
  }

  return (
    <Dialog
      title={count > 0 ? 'Log out before your changes are sent?' : 'Log out?'}
      onClose={onClose}
      footer={
        <div className={styles.steps}>
          <Button
            isWide
            isBusy={action === 'sending'}
            busyText="Sending..."
            disabled={action !== undefined}
            onClick={() => void (count > 0 ? send() : leave())}
          >
            {count > 0 ? 'Send and log out' : 'Log out'}
          </Button>
          {count > 0 && (
            <Button
              variant="danger"
              isWide
              isBusy={action === 'discarding'}
              busyText="Logging out..."
              disabled={action !== undefined}
              onClick={() => void discard()}
            >
              Discard and log out
            </Button>
          )}
          <Button variant="outline" isWide disabled={action !== undefined} onClick={onClose}>
            Stay logged in
          </Button>
        </div>
      }
    >
      <div className={styles.text}>
        <p>{problem === 'refused' && count === 0 ? refused : explanation(count)}</p>
        {problem === 'pending' && count > 0 && (
          <Note tone="danger">
            We couldn’t send your changes. Please check your connection and try again.
          </Note>
        )}
      </div>
    </Dialog>
  )
}

const refused = 'We couldn’t save one of your changes. The others have been sent.'

function explanation(count: number): string {
  if (count === 0) return 'All your changes have been sent.'
  return count === 1
    ? '1 change hasn’t been sent yet. If you discard it, it’ll be lost.'
    : `${count} changes haven’t been sent yet. If you discard them, they’ll be lost.`
}
