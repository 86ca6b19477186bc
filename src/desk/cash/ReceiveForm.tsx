import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { CashHandover } from '#contract/staff/riders.ts'
import { errorText, requestIdempotently, type StaffResponse } from '#desk/app/request.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import styles from './Cash.module.css'
import { parseRupees } from './difference.ts'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.receive

type Props = {
  handover: CashHandover
  onReceived: (response: StaffResponse<'receiveCash'>) => void
}

/** What the manager counts of the cash that a rider handed over. */
export function ReceiveForm({ handover: { id, rider, countedPaise }, onReceived }: Props) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isChecked, setIsChecked] = useState(false)
  const receivedPaise = parseRupees(text)
  const differs = receivedPaise !== undefined && receivedPaise !== countedPaise

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (receivedPaise === undefined || (differs && !reason.trim())) return
    setIsBusy(true)
    setProblem(undefined)
    const body = { receivedPaise, reason: reason.trim() }
    try {
      const response = await requestIdempotently('receiveCash', { params: { id }, body })
      onReceived(response)
    } catch (error) {
      setProblem(errorText(error, texts.failed))
    }
    setIsBusy(false)
  }
  return (
    <form className={styles.receive} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={texts.amount}
        aria-label={texts.amountOf(rider.name)}
        inputMode="decimal"
        value={text}
        error={isChecked && receivedPaise === undefined ? texts.invalid : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {differs && (
        <TextInput
          label={texts.reason}
          value={reason}
          maxLength={200}
          error={isChecked && !reason.trim() ? texts.reasonMissing : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {problem && <Note kind="bad">{problem}</Note>}
      <Button type="submit" disabled={isBusy}>
        {isBusy
          ? texts.busy
          : receivedPaise === undefined
            ? texts.submit
            : texts.submitAmount(rupeesText(receivedPaise), rider.name)}
      </Button>
    </form>
  )
}
