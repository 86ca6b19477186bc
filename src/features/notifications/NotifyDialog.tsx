import { useState } from 'react'

import { toastServerMessageOr } from '#platform/toasts.ts'
import type { PushPreferences } from './pushChoice.ts'
import { requestRestockNotification, usePush } from './push.ts'
import { PushDialog } from './PushDialog.tsx'

type Props = { productId: string; size: string | undefined; onClose: () => void }

const couldNotAsk = toastServerMessageOr('Something went wrong. Please try again.')

/** Turns on notifications and requests this one. */
export function NotifyDialog({ productId, size, onClose }: Props) {
  const { state, choice, turnOn } = usePush()
  const [isBusy, setIsBusy] = useState(false)
  if (!state) return null

  async function allow(wanted: PushPreferences) {
    setIsBusy(true)
    const isOn = await turnOn(wanted).catch((error: unknown) =>
      couldNotAsk(error).then(() => false),
    )
    if (isOn) {
      await requestRestockNotification(productId, size).catch(couldNotAsk)
      onClose()
    }
    setIsBusy(false)
  }

  return (
    <PushDialog
      title="Get notified when it's back in stock"
      state={state === 'on' ? 'off' : state}
      choice={withRestock(choice)}
      isBusy={isBusy}
      onAllow={(wanted) => void allow(wanted)}
      onClose={onClose}
    />
  )
}

const withRestock = (choice: PushPreferences): PushPreferences => ({
  ...choice,
  topics: [...new Set([...choice.topics, 'restock' as const])],
})
