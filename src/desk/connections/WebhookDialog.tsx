import { useState } from 'react'

import { type Webhook, WebhookEvent } from '#contract/staff/connections.ts'
import { request } from '#desk/app/request.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { CheckList, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { useForm } from '#desk/ui/form/useForm.ts'
import { texts as pageTexts } from './texts.ts'
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
        <TextField
          name={texts.url}
          hint={texts.urlHint}
          problem={fields.url}
          type="url"
          placeholder="https://"
          value={url}
          onType={setUrl}
          isFirst
        />
        <CheckList
          name={texts.events}
          problem={fields.events}
          options={WebhookEvent.options.map((value) => ({
            value,
            label: texts.eventNames[value],
            hint: texts.eventHints[value],
          }))}
          chosen={events}
          onChange={setEvents}
        />
        <FormFooter {...{ problem, isBusy, onClose }} {...(!webhook && { action: texts.add })} />
      </form>
    </Dialog>
  )
}
