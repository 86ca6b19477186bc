import { Button } from '@mantine/core'
import { useId, useState } from 'react'

import { type Webhook, WebhookEvent } from '#contract/staff/connections.ts'
import { request } from '#desk/app/request.ts'
import formStyles from '#desk/people/People.module.css'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import styles from './Connections.module.css'
import { texts as pageTexts } from './texts.ts'
import { useForm } from './useForm.ts'
import { hostOf } from './webhookTexts.ts'

const texts = pageTexts.webhooks

type Props = {
  /** The address to change; a new one without it. */
  webhook?: Webhook
  /** With the secret of a new address. */
  onSaved: (secret?: string) => void
  onClose: () => void
}

/** Adds an address that events are sent to, or changes it. */
export function WebhookDialog({ webhook, onSaved, onClose }: Props) {
  const id = useId()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ['order.placed'])
  const { isBusy, problem, fields, submit } = useForm(async () => {
    const body = { url, events }
    if (webhook) {
      await request('changeWebhook', { params: { id: webhook.id }, body })
      return onSaved()
    }
    const { result } = await request('addWebhook', { body })
    onSaved(result.secret)
  })
  const title = webhook ? texts.changeNamed(hostOf(webhook.url)) : texts.add
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <div className={formStyles.field}>
          <label htmlFor={id}>{texts.url}</label>
          <input
            id={id}
            type="url"
            autoComplete="off"
            data-autofocus
            placeholder="https://"
            value={url}
            aria-invalid={fields.url ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setUrl(target.value)}
          />
          <small id={`${id}-note`} role={fields.url && 'alert'}>
            {fields.url ?? texts.urlHint}
          </small>
        </div>
        <fieldset className={formStyles.checks}>
          <legend>{texts.events}</legend>
          {WebhookEvent.options.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                aria-describedby={`${id}-${event}`}
                onChange={({ target }) =>
                  setEvents((before) =>
                    target.checked ? [...before, event] : before.filter((other) => other !== event),
                  )
                }
              />
              <span className={styles.option}>
                <span>{texts.eventNames[event]}</span>
                <small id={`${id}-${event}`}>{texts.eventHints[event]}</small>
              </span>
            </label>
          ))}
          {fields.events && <p role="alert">{fields.events}</p>}
        </fieldset>
        {problem && <Note kind="bad">{problem}</Note>}
        <div className={formStyles.buttons}>
          <Button variant="line" onClick={onClose}>
            {pageTexts.cancel}
          </Button>
          <Button type="submit" variant="go" aria-disabled={isBusy || undefined}>
            {isBusy ? pageTexts.saving : webhook ? pageTexts.save : texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
