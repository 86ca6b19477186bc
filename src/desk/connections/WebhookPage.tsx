import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { Webhook, WebhookDelivery } from '#contract/staff/connections.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { Question } from '#desk/ui/dialogs/Question.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { texts as uiTexts } from '#desk/ui/texts.ts'
import { timeText } from '#desk/ui/time/timeText.ts'
import styles from './Connections.module.css'
import { DeliveryTable } from './DeliveryTable.tsx'
import { NewSecret } from './NewSecret.tsx'
import { texts as pageTexts } from './texts.ts'
import { hostOf } from './webhookTexts.ts'

const texts = pageTexts.log
/** What is on its way shows its result soon after it was sent. */
const refreshMs = 3000

/** One address: how sending goes, what was sent, and what can be done. */
export default function WebhookPage() {
  const { id = '' } = useParams()
  const { data, problem, refresh } = useRead(
    'readWebhookDeliveries',
    { params: { id } },
    { refreshInterval: refreshMs },
  )
  const [older, setOlder] = useState<Older>()
  const webhook = data?.result.webhook
  const cursor = older ? older.cursor : data?.result.cursor

  async function loadMore() {
    if (!cursor) return
    const { result } = await request('readWebhookDeliveries', { params: { id }, query: { cursor } })
    setOlder((before) => ({
      deliveries: [...(before?.deliveries ?? []), ...result.data],
      cursor: result.cursor,
    }))
  }

  return (
    <Page
      title={webhook ? hostOf(webhook.url) : pageTexts.webhooks.title}
      back={{ to: '/connections', label: texts.back }}
      isFlush
    >
      {!data && <LoadState problem={problem} onRetry={refresh} texts={texts} />}
      {data && webhook && (
        <>
          <WebhookBar webhook={webhook} refresh={refresh} />
          {data.result.data.length === 0 ? (
            <PageState icon="d-history" title={texts.empty} body={texts.emptyBody} />
          ) : (
            <DeliveryTable
              webhook={webhook}
              deliveries={withOlder(data.result.data, older?.deliveries)}
              refresh={refresh}
              {...(cursor && { loadMore })}
            />
          )}
        </>
      )}
    </Page>
  )
}

type Older = { deliveries: WebhookDelivery[]; cursor: string | null }

/** While new events arrive, the last of the first page are in the older ones too. */
function withOlder(first: WebhookDelivery[], older: WebhookDelivery[] = []): WebhookDelivery[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...older.filter(({ id }) => !ids.has(id))]
}

type BarProps = { webhook: Webhook; refresh: () => void }

function WebhookBar({ webhook, refresh }: BarProps) {
  const { id, url } = webhook
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<'newSecret' | 'remove'>()
  const [secret, setSecret] = useState<string>()
  const [busy, setBusy] = useState<'test' | 'pause'>()
  const [problem, setProblem] = useState<string>()
  const [message, setMessage] = useState<string>()
  const isPaused = webhook.pausedAt !== null

  async function run(name: 'test' | 'pause', work: () => Promise<void>, failure: string) {
    if (busy) return
    setBusy(name)
    setProblem(undefined)
    setMessage(undefined)
    try {
      await work()
      refresh()
    } catch (error) {
      setProblem(errorText(error, failure))
    }
    setBusy(undefined)
  }

  const sendTest = async () => {
    await request('testWebhook', { params: { id } })
    setMessage(texts.testSent)
  }
  const pauseOrResume = async () => {
    await request('changeWebhook', { params: { id }, body: { isPaused: !isPaused } })
  }
  const close = () => setOpenDialog(undefined)

  return (
    <div className={styles.bar}>
      <p>{url}</p>
      <div className={styles.actions}>
        <Button
          variant="go"
          aria-disabled={busy === 'test' || undefined}
          onClick={() => void run('test', sendTest, texts.couldNotSend)}
        >
          {busy === 'test' ? texts.testing : texts.test}
        </Button>
        <Button
          variant="line"
          aria-disabled={busy === 'pause' || undefined}
          onClick={() => void run('pause', pauseOrResume, texts.couldNotChange)}
        >
          {isPaused ? texts.resume : texts.pause}
        </Button>
        <Button variant="line" onClick={() => setOpenDialog('newSecret')}>
          {texts.newSecret}
        </Button>
        <Button variant="danger" onClick={() => setOpenDialog('remove')}>
          {texts.remove}
        </Button>
      </div>
      <div className={styles.notes}>
        <StateNote webhook={webhook} />
        {problem && <Note kind="bad">{problem}</Note>}
        <p role="status">{message}</p>
      </div>
      {openDialog === 'newSecret' && (
        <Question
          title={texts.newSecretTitle}
          body={texts.newSecretBody}
          action={texts.newSecretNow}
          busy={uiTexts.saving}
          failure={uiTexts.couldNotSave}
          onConfirm={async () => {
            const { result } = await request('renewWebhookSecret', { params: { id } })
            close()
            setSecret(result.secret)
          }}
          onClose={close}
        />
      )}
      {openDialog === 'remove' && (
        <Question
          title={texts.removeTitle(hostOf(url))}
          body={texts.removeBody}
          action={texts.removeNow}
          busy={texts.removing}
          failure={texts.couldNotChange}
          onConfirm={async () => {
            await request('removeWebhook', { params: { id } })
            await navigate('/connections')
          }}
          onClose={close}
        />
      )}
      {secret && (
        <NewSecret
          title={pageTexts.webhooks.shown}
          body={pageTexts.webhooks.shownBody}
          label={pageTexts.webhooks.label}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}

function StateNote({ webhook: { pausedAt, failingSince } }: { webhook: Webhook }) {
  if (pausedAt) {
    return (
      <Note kind="warn">
        {failingSince ? texts.pausedByFailures(timeText(failingSince)) : texts.paused}
      </Note>
    )
  }
  return failingSince ? <Note kind="warn">{texts.failing(timeText(failingSince))}</Note> : null
}
