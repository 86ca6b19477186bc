import { useState } from 'react'

import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { Choice } from './notificationApi.ts'
import styles from './PushDialog.module.css'
import { PushNote } from './PushNote.tsx'
import type { PushState } from './pushState.ts'
import { TopicChoices } from './TopicChoices.tsx'

type Props = {
  title: string
  state: PushState | undefined
  choice: Choice
  isBusy: boolean
  onAllow: (choice: Choice) => void
  onClose: () => void
}

/** Says what the browser is going to be asked for, before it is asked. */
export function PushDialog({ title, state, choice, isBusy, onAllow, onClose }: Props) {
  const [topics, setTopics] = useState(choice.topics)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose}>
            Not now
          </Button>
          {state === 'off' && (
            <Button
              variant="go"
              isWide
              isBusy={isBusy}
              disabled={topics.length === 0}
              onClick={() => onAllow({ ...choice, topics })}
            >
              Turn on notifications
            </Button>
          )}
        </>
      }
    >
      {state === 'off' ? (
        <div className={styles.words}>
          <p>Choose what to be notified about. You can change this in My Account.</p>
          <TopicChoices topics={topics} onChange={setTopics} />
        </div>
      ) : (
        <PushNote state={state} />
      )}
    </Dialog>
  )
}
