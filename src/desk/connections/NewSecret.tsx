import { Button } from '@mantine/core'
import { useState } from 'react'

import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import styles from './Connections.module.css'
import { texts } from './texts.ts'

type Props = {
  title: string
  body: string
  /** What the secret is called. */
  label: string
  secret: string
  onClose: () => void
}

/** A key or secret that the store shows this once. */
export function NewSecret({ title, body, label, secret, onClose }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no'>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied('yes')
    } catch {
      setCopied('no')
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.secret}>
        <p>{body}</p>
        <div className={styles.label}>
          <span>{label}</span>
          <output aria-label={label}>{secret}</output>
        </div>
        {copied === 'no' && <Note kind="bad">{texts.couldNotCopy}</Note>}
        <div className={styles.actions}>
          <Button
            variant="line"
            data-autofocus
            leftSection={<Icon name={copied === 'yes' ? 'check' : 'd-file'} size="s" />}
            onClick={() => void copy()}
          >
            {copied === 'yes' ? texts.copied : texts.copy}
          </Button>
          <Button variant="go" onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
