import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { LinkOrder } from '#contract/staff/phoneOrders.ts'
import { errorText, requestIdempotently } from '#desk/app/request.ts'
import { Card } from '#desk/ui/Card.tsx'
import { moneyText } from '#desk/ui/money.ts'
import { timeText } from '#desk/ui/time/timeText.ts'
import styles from './NewOrderPage.module.css'
import type { useLinkOrders } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Outcome = { text: string; isBad: boolean }

/** The links to pay of the last day: until an order is paid, the board does not have it. */
export function LinksCard({ read }: { read: ReturnType<typeof useLinkOrders> }) {
  const { links, problem, refresh } = read
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState<string>()
  if (!links) {
    return problem ? (
      <Card title={texts.links}>
        <p className={styles.bad} role="status">
          {errorText(problem, texts.couldNotLoadLinks)}
        </p>
      </Card>
    ) : null
  }
  if (links.length === 0) return null

  async function run(link: LinkOrder, action: 'sendLinkAgain' | 'releaseLinkOrder') {
    if (busy) return
    const { number } = link
    const isSending = action === 'sendLinkAgain'
    setBusy(number)
    setOutcome(undefined)
    try {
      await requestIdempotently(action, { params: { number } }, link.linkSentAt)
      setOutcome({ text: (isSending ? texts.sentAgain : texts.released)(number), isBad: false })
    } catch (error) {
      const otherwise = isSending ? texts.couldNotSend : texts.couldNotRelease
      setOutcome({ text: errorText(error, otherwise), isBad: true })
    } finally {
      setBusy(undefined)
      refresh()
    }
  }

  return (
    <Card title={texts.links} detail={texts.linksHint}>
      <p className={styles.answer} data-kind={outcome?.isBad ? 'bad' : undefined} role="status">
        {outcome?.text}
      </p>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.number}>
            <p className={styles.linkHead}>
              <b>{link.number}</b>
              <span>{moneyText(link.totalPaise)}</span>
            </p>
            <p className={styles.muted}>{`${link.customer}, ${link.contactNumber}`}</p>
            <p className={styles.muted}>{stateText(link)}</p>
            {link.state === 'waiting' && (
              <div className={styles.buttons}>
                <Button
                  size="s"
                  variant="line"
                  aria-label={texts.sendAgainTo(link.number)}
                  aria-disabled={busy === link.number || undefined}
                  onClick={() => void run(link, 'sendLinkAgain')}
                >
                  {texts.sendAgain}
                </Button>
                <Button
                  size="s"
                  variant="danger"
                  aria-label={texts.releaseOf(link.number)}
                  aria-disabled={busy === link.number || undefined}
                  onClick={() => void run(link, 'releaseLinkOrder')}
                >
                  {texts.release}
                </Button>
              </div>
            )}
            {link.state === 'paid' && (
              <Link className={styles.link} to={`/orders/${link.number}`}>
                {texts.openOrder}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stateText({ state, heldUntil, linkSentAt }: LinkOrder): string {
  if (state !== 'waiting') return texts.state[state]
  const until = heldUntil ? texts.state.waiting(timeText(heldUntil)) : ''
  const sent = linkSentAt ? texts.sentAt(timeText(linkSentAt)) : texts.notSent
  return `${until}. ${sent}`
}
