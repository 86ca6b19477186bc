import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import type { Delivery, DoorPayment } from '#contract/staff/riders.ts'
import * as rules from '#contract/rules.ts'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { readDeliveries } from '#desk/rider/deliveries.ts'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { moneyText } from '#desk/ui/money.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { QrCode } from '#desk/ui/labels/QrCode.tsx'
import { polling } from '#platform/api/polling.ts'
import styles from './UpiPayment.module.css'

const texts = riderTexts.upi

/** How often the page asks for the payment while the customer pays. */
const pollMs = 3000

type Props = { delivery: Delivery; isOffline: boolean }

/** Payment by UPI of what is due: the customer scans a code, and the page follows the payment. */
export function UpiPayment({ delivery, isOffline }: Props) {
  const { number, duePaise, moves } = delivery
  const [opened, setOpened] = useState<DoorPayment>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (opened) {
    return (
      <Code
        number={number}
        opened={opened}
        isOffline={isOffline}
        onClose={() => setOpened(undefined)}
      />
    )
  }
  if (duePaise < rules.payment.minPaise || !moves.includes('collectCash')) return null

  async function open() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      setOpened((await request('openDoorPayment', { params: { number } })).result)
    } catch (error) {
      setProblem(errorText(error, texts.failed))
    }
    setIsBusy(false)
  }
  return (
    <section className={styles.upi} aria-label={texts.title}>
      <Button
        variant="line"
        fullWidth
        disabled={isOffline || isBusy}
        leftSection={<Icon name="d-qr" />}
        onClick={() => void open()}
      >
        {isBusy ? texts.opening : texts.show}
      </Button>
      {isOffline && <p className={styles.hint}>{texts.needsConnection}</p>}
      {problem && <Note kind="bad">{problem}</Note>}
    </section>
  )
}

type CodeProps = {
  number: string
  opened: DoorPayment
  isOffline: boolean
  onClose: () => void
}

function Code({ number, opened, isOffline, onClose }: CodeProps) {
  const { data, problem } = useRead('readDoorPayment', { params: { number } }, polling(pollMs))
  const { state, amountPaise, url } = data?.result ?? opened
  const amount = moneyText(amountPaise)
  useEffect(() => {
    if (state !== 'waiting') void readDeliveries()
  }, [state])
  if (state === 'closed') {
    return (
      <section className={styles.upi} aria-label={texts.title}>
        <Note kind="warn">{texts.closed}</Note>
      </section>
    )
  }
  if (state === 'paid') {
    return (
      <section className={styles.upi} aria-label={texts.title}>
        <p className={styles.paid} role="status">
          <Icon name="check" />
          <span>{texts.paid(amount)}</span>
        </p>
      </section>
    )
  }
  return (
    <section className={styles.upi} aria-label={texts.title}>
      {url && (
        <>
          <div className={styles.code}>
            <QrCode text={url} />
          </div>
          <p className={styles.scan}>{texts.scan(amount)}</p>
          <p className={styles.link}>{texts.link(url)}</p>
        </>
      )}
      <p className={styles.hint} role="status">
        {isOffline || problem ? texts.lost : texts.waiting}
      </p>
      <Button variant="quiet" onClick={onClose}>
        {texts.close}
      </Button>
    </section>
  )
}
