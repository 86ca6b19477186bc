import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Webhook } from '#contract/staff/connections.ts'
import { useRead } from '#desk/app/request.ts'
import tableStyles from '#desk/people/People.module.css'
import { ConnectionSection } from './ConnectionSection.tsx'
import styles from './Connections.module.css'
import { NewSecret } from './NewSecret.tsx'
import { texts as pageTexts } from './texts.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { hostOf, stateOf } from './webhookTexts.ts'

const texts = pageTexts.webhooks

/** The addresses that events of the store are sent to. */
export function Webhooks() {
  const { data, problem, refresh } = useRead('readWebhooks')
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [secret, setSecret] = useState<string>()
  const webhooks = data?.result.data
  return (
    <>
      <ConnectionSection
        {...{ texts, problem }}
        count={webhooks?.length}
        onRetry={refresh}
        onAdd={() => setEdited('new')}
      >
        <WebhookTable webhooks={webhooks ?? []} onChange={setEdited} />
      </ConnectionSection>
      {edited && (
        <WebhookDialog
          {...(edited !== 'new' && { webhook: edited })}
          onSaved={(added) => {
            setEdited(undefined)
            setSecret(added)
            refresh()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret && (
        <NewSecret
          title={texts.shown}
          body={texts.shownBody}
          label={texts.label}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

type TableProps = { webhooks: Webhook[]; onChange: (webhook: Webhook) => void }

function WebhookTable({ webhooks, onChange }: TableProps) {
  const { columns } = texts
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.url}</th>
          <th scope="col">{columns.events}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col" className={tableStyles.end}>
            {columns.action}
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => {
          const { text, isBad } = stateOf(webhook)
          const host = hostOf(webhook.url)
          return (
            <tr key={webhook.id}>
              <td className={tableStyles.name}>{webhook.url}</td>
              <td>{webhook.events.map((event) => texts.eventNames[event]).join(', ')}</td>
              <td className={styles.state} data-kind={isBad ? 'bad' : undefined}>
                {text}
              </td>
              <td className={tableStyles.end}>
                <div className={styles.actions}>
                  <Button
                    component={Link}
                    to={`/connections/${webhook.id}`}
                    size="s"
                    variant="line"
                    aria-label={texts.logOf(host)}
                  >
                    {texts.log}
                  </Button>
                  <Button
                    size="s"
                    variant="line"
                    aria-label={texts.changeNamed(host)}
                    onClick={() => onChange(webhook)}
                  >
                    {texts.change}
                  </Button>
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
