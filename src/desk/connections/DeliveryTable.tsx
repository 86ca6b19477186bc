import { Button } from '@mantine/core'
import { useState } from 'react'

import type { Webhook, WebhookDelivery } from '#contract/staff/connections.ts'
import { errorText, request } from '#desk/app/request.ts'
import tableStyles from '#desk/people/People.module.css'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { timeText } from '#desk/ui/time/timeText.ts'
import styles from './Connections.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.log
const { eventNames } = pageTexts.webhooks

type Props = {
  webhook: Webhook
  deliveries: WebhookDelivery[]
  refresh: () => void
  /** Absent after the last page. */
  loadMore?: () => Promise<void>
}

/** What was sent to an address, newest first. */
export function DeliveryTable({ webhook, deliveries, refresh, loadMore }: Props) {
  const [problem, setProblem] = useState<string>()
  const { columns } = texts

  async function run(work: () => Promise<void>, failure: string) {
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(errorText(error, failure)))
  }
  const sendAgain = (deliveryId: string) => async () => {
    await request('sendWebhookAgain', { params: { id: webhook.id, deliveryId } })
    refresh()
  }

  return (
    <>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.event}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.answer}</th>
            <th scope="col" className={tableStyles.end}>
              {columns.action}
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              {...(delivery.state !== 'waiting' && {
                onAgain: () => void run(sendAgain(delivery.id), texts.couldNotSend),
              })}
            />
          ))}
        </tbody>
      </table>
      <div className={tableStyles.more}>
        {problem && <Note kind="bad">{problem}</Note>}
        {loadMore && (
          <Button variant="line" onClick={() => void run(loadMore, texts.couldNotLoad)}>
            {texts.more}
          </Button>
        )}
      </div>
    </>
  )
}

type RowProps = { delivery: WebhookDelivery; onAgain?: () => void }

function DeliveryRow({ delivery, onAgain }: RowProps) {
  const { createdAt, event, about, state, tries, statusCode, problem, nextTryAt } = delivery
  const name = eventNames[event]
  const answer = problem ?? (statusCode ? texts.answer(statusCode) : texts.noAnswer)
  return (
    <tr>
      <td>{timeText(createdAt)}</td>
      <td>
        <p className={tableStyles.name}>{name}</p>
        {event !== 'test' && <p className={tableStyles.muted}>{about}</p>}
      </td>
      <td>
        <p className={styles.state} data-kind={state === 'failed' ? 'bad' : undefined}>
          {texts.states[state]}
        </p>
        <p className={tableStyles.muted}>
          {tries > 0 && nextTryAt
            ? `${texts.tries(tries)}. ${texts.nextTry(timeText(nextTryAt))}`
            : texts.tries(tries)}
        </p>
      </td>
      <td>{answer}</td>
      <td className={tableStyles.end}>
        {onAgain && (
          <Button
            size="s"
            variant="line"
            aria-label={texts.againNamed(name, about)}
            onClick={onAgain}
          >
            {texts.again}
          </Button>
        )}
      </td>
    </tr>
  )
}
