import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import * as v from 'valibot'

import type { PushPreferences } from '#contract/account/notification.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import styles from './OrderNotificationOffer.module.css'
import { usePush } from './push.ts'
import { PushDialog } from './PushDialog.tsx'

/** A setting of the device, not of the customer: it survives a logout. */
export const notificationsDeclinedAtom = persistedAtom<boolean>(
  'device:order-notice-declined',
  v.boolean(),
  false,
)

const { isReadAtom } = notificationsDeclinedAtom
const title = 'Get order updates'
const couldNotSave = toastServerMessageOr('We couldn’t save your choice. Please try again.')

/** Offers notifications to customers with an active order, unless they declined. */
export function OrderNotificationOffer() {
  const { state, preferences, turnOn } = usePush()
  const [isDeclined, setIsDeclined] = useAtom(notificationsDeclinedAtom)
  const isRead = useAtomValue(isReadAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  if (state !== 'off' || !isRead || isDeclined) return null

  async function allow(choice: PushPreferences) {
    setIsBusy(true)
    const isOn = await turnOn(choice).catch((error: unknown) =>
      couldNotSave(error).then(() => false),
    )
    if (isOn) void toastSuccess('Notifications are on')
    setIsBusy(false)
    setIsOpen(false)
  }

  return (
    <Note tone="mint" icon="bell">
      <p className={styles.title}>{title}</p>
      <p>
        We’ll notify you when your order is shipped, on its way and delivered, even when the app is
        closed.
      </p>
      <div className={styles.steps}>
        <Button size="s" onClick={() => setIsOpen(true)}>
          Turn on notifications
        </Button>
        <TextButton onClick={() => void setIsDeclined(() => true)}>Not now</TextButton>
      </div>
      {isOpen && (
        <PushDialog
          title={title}
          state={state}
          preferences={preferences}
          isBusy={isBusy}
          onAllow={(choice) => void allow(choice)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Note>
  )
}
