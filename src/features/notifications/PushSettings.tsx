import { useState } from 'react'

import type { PushPreferences } from '#contract/account/notification.ts'
import * as rules from '#contract/rules.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Checkbox, Select } from '#ui/forms/Fields.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { sendTestPush, usePush } from './push.ts'
import { PushNote, TopicCheckboxes } from './PushDialog.tsx'
import styles from './PushSettings.module.css'

const couldNotSave = toastServerMessageOr('We couldn’t save your choice. Please try again.')
const couldNotTest = toastServerMessageOr('We couldn’t send a test. Please try again.')
const offerCounts = Array.from({ length: rules.push.maxOffersPerWeek }, (_, at) => at + 1)

/** Notification settings of this browser; off until turned on here. */
export function PushSettings() {
  const { state, preferences: saved, turnOn, turnOff } = usePush()
  const [isBusy, setIsBusy] = useState(false)
  /** Shown at the tap, until the server has answered. */
  const [chosen, setChosen] = useState<PushPreferences>()
  const preferences = chosen ?? saved
  const isOn = state === 'on'

  async function act(work: () => Promise<unknown>, onFailure = couldNotSave) {
    setIsBusy(true)
    await work().catch(onFailure)
    setIsBusy(false)
  }
  const sendTest = () =>
    act(async () => {
      await sendTestPush()
      await toastSuccess('We’ve sent a test. It should arrive within a minute.')
    }, couldNotTest)
  const switchOn = () =>
    act(async () => (await turnOn(preferences)) && toastSuccess('Notifications are on'))
  async function change(part: Partial<PushPreferences>) {
    const changed = { ...preferences, ...part }
    setChosen(changed)
    await act(() => turnOn(changed))
    setChosen(undefined)
  }

  return (
    <Panel title="Notifications on this device">
      <div className={styles.settings}>
        <PushNote state={state} />
        {state === 'off' && (
          <>
            <p className={styles.text}>
              Get notified about your orders, sizes that are back in stock, and price drops.
            </p>
            <Button variant="outline" isBusy={isBusy} onClick={() => void switchOn()}>
              Turn on notifications
            </Button>
          </>
        )}
        {isOn && (
          <>
            <TopicCheckboxes
              topics={preferences.topics}
              isDisabled={isBusy}
              onChange={(topics) => void change({ topics })}
            />
            <Checkbox
              checked={preferences.hasQuietHours}
              disabled={isBusy}
              onChange={() => void change({ hasQuietHours: !preferences.hasQuietHours })}
            >
              No notifications from 9 pm to 9 am, except order updates
            </Checkbox>
            {preferences.topics.includes('offers') && (
              <Select
                label="Maximum offers per week"
                value={String(preferences.offersPerWeek)}
                disabled={isBusy}
                options={offerCounts.map((count) => ({ value: `${count}`, text: `${count}` }))}
                onChoose={(count) => void change({ offersPerWeek: Number(count) })}
              />
            )}
            <Button variant="outline" isBusy={isBusy} onClick={() => void sendTest()}>
              Send a test notification
            </Button>
            <Button variant="outline" isBusy={isBusy} onClick={() => void act(turnOff)}>
              Turn off notifications
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}
