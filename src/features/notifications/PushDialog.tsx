import { useState } from 'react'

import type { PushPreferences, Topic } from '#contract/account/notification.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { SizePicker } from '#ui/forms/SelectionControls.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { PushState } from '#platform/serviceWorker/browserPush.ts'
import { requestRestockNotification, usePush } from './push.ts'
import styles from './PushDialog.module.css'

type PushDialogProps = {
  title: string
  state: PushState | undefined
  preferences: PushPreferences
  isBusy: boolean
  onAllow: (preferences: PushPreferences) => void
  /** Where notifications cannot be turned on: asks for a text message. */
  onText?: (() => void) | undefined
  onClose: () => void
}

/** Explains the permission before the browser asks for it. */
export function PushDialog({
  title,
  state,
  preferences,
  isBusy,
  onAllow,
  onText,
  onClose,
}: PushDialogProps) {
  const [topics, setTopics] = useState(preferences.topics)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onClose}>
            Not now
          </Button>
          {state === 'off' && (
            <Button
              variant="primary"
              isWide
              isBusy={isBusy}
              disabled={topics.length === 0}
              onClick={() => onAllow({ ...preferences, topics })}
            >
              Turn on notifications
            </Button>
          )}
          {onText && state !== 'off' && (
            <Button variant="primary" isWide isBusy={isBusy} onClick={onText}>
              Text me instead
            </Button>
          )}
        </>
      }
    >
      {state === 'off' ? (
        <div className={styles.details}>
          <p>Choose what to be notified about. You can change this in My Account.</p>
          <TopicCheckboxes topics={topics} onChange={setTopics} />
        </div>
      ) : (
        <PushNote state={state} />
      )}
    </Dialog>
  )
}

type TopicCheckboxesProps = {
  topics: Topic[]
  onChange: (topics: Topic[]) => void
  isDisabled?: boolean
}

const topicLabels = {
  orders: ['Order updates', 'When your order is shipped, on its way and delivered'],
  restock: ['Back in stock', 'For sizes you asked to be notified about'],
  price: ['Price drops', 'For items in your wishlist'],
  offers: ['Offers', 'Up to the weekly limit you choose'],
} as const satisfies Record<Topic, readonly [string, string]>

const all = Object.entries(topicLabels) as [Topic, readonly [string, string]][]

/** A checkbox for each notification topic. */
export function TopicCheckboxes({ topics, onChange, isDisabled }: TopicCheckboxesProps) {
  const toggleTopic = (topic: Topic) =>
    topics.includes(topic) ? topics.filter((chosen) => chosen !== topic) : [...topics, topic]
  return (
    <ul>
      {all.map(([topic, [title, more]]) => (
        <li key={topic} className={styles.topic}>
          <Checkbox
            checked={topics.includes(topic)}
            disabled={isDisabled}
            onChange={() => onChange(toggleTopic(topic))}
          >
            <span>
              <b className={styles.title}>{title}</b>
              <span className={styles.more}>{more}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

const stateMessages = {
  none: 'This browser doesn’t support notifications.',
  install:
    'On iPhone and iPad, notifications work in the installed app: tap Share, then Add to Home Screen, and open Pehno from there.',
  denied:
    'Notifications are blocked in your browser settings. Allow them for this site, then come back.',
} as const satisfies Partial<Record<PushState, string>>

/** Explains why notifications cannot be turned on here. */
export function PushNote({ state }: { state: PushState | undefined }) {
  if (state !== 'none' && state !== 'install' && state !== 'denied') return null
  return <Note icon="bell">{stateMessages[state]}</Note>
}

type NotifyDialogProps = { productId: string; size: string | undefined; onClose: () => void }

const couldNotAsk = toastServerMessageOr(
  'We couldn’t save your request. Please check your connection and try again.',
)

/** Turns on notifications and requests this one. */
export function NotifyDialog({ productId, size, onClose }: NotifyDialogProps) {
  const { state, preferences, turnOn } = usePush()
  const [isBusy, setIsBusy] = useState(false)
  if (!state) return null

  async function allow(choice: PushPreferences) {
    setIsBusy(true)
    const isOn = await turnOn(choice).catch((error: unknown) =>
      couldNotAsk(error).then(() => false),
    )
    if (isOn) {
      await requestRestockNotification(productId, size).catch(couldNotAsk)
      onClose()
    }
    setIsBusy(false)
  }

  async function text() {
    setIsBusy(true)
    await requestRestockNotification(productId, size, { bySms: true }).then(onClose, couldNotAsk)
    setIsBusy(false)
  }

  return (
    <PushDialog
      title="Get notified when it’s back in stock"
      state={state === 'on' ? 'off' : state}
      preferences={withRestock(preferences)}
      isBusy={isBusy}
      onAllow={(choice) => void allow(choice)}
      onText={() => void text()}
      onClose={onClose}
    />
  )
}

const withRestock = (preferences: PushPreferences): PushPreferences => ({
  ...preferences,
  topics: [...new Set([...preferences.topics, 'restock' as const])],
})

type SizeQuestionProps = {
  sizes: string[]
  onChoose: (size: string | undefined) => void
  onClose: () => void
}

/** Asks which size of a sold-out item the shopper waits for. */
export function SizeQuestion({ sizes, onChoose, onClose }: SizeQuestionProps) {
  const [size, setSize] = useState<string>()
  const all = Object.fromEntries(sizes.map((each) => [each, 1]))
  return (
    <Dialog
      title="Which size do you need?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={() => onChoose(undefined)}>
            Any size
          </Button>
          <Button
            variant="primary"
            isWide
            disabled={size === undefined}
            onClick={() => onChoose(size)}
          >
            Notify me
          </Button>
        </>
      }
    >
      <SizePicker
        legend="Select Size"
        isLegendHidden
        sizes={sizes}
        stock={all}
        value={size}
        onChange={setSize}
      />
    </Dialog>
  )
}
