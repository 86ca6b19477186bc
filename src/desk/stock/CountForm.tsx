import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { request } from '#desk/app/request.ts'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { hasLabel, normalCode } from '#desk/ui/labels/labelCode.ts'
import { useLabelScanner } from '#desk/ui/labels/labelScanner.ts'
import { ScanField } from '#desk/ui/labels/ScanField.tsx'
import { type StockScan, useStockChange } from './stockData.ts'
import { countIn, type FormProps, placeOf } from './stockForm.ts'
import { texts as stockTexts } from './texts.ts'

const texts = stockTexts.dialog

/** Counts what lies on the shelf: by number, or by scanning one label after the other. */
export function CountForm({ row, onSaved, onClose }: FormProps) {
  const [counted, setCounted] = useState('')
  const [answer, setAnswer] = useState<StockScan>()
  const { problems, setProblems, isBusy, save } = useStockChange(onSaved)
  const count = countIn(counted, 0)

  function scan(code: string) {
    const at = Date.now()
    const isRight = hasLabel(row, code)
    if (!isRight) return setAnswer({ isRight, text: texts.countWrong(normalCode(code)), at })
    const more = (count ?? 0) + 1
    setProblems({})
    setCounted(String(more))
    setAnswer({ isRight, text: texts.countRight(more), at })
  }
  useLabelScanner(scan)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (count === undefined) return setProblems({ counted: texts.enterCounted })
    const body = { ...placeOf(row), counted: count }
    void save('counted', () => request('countStock', { body }))
  }
  return (
    <div className={formStyles.form}>
      <p>{texts.countHint(row.reserved)}</p>
      <ScanField
        texts={{ ...texts.countScan, example: `${row.code}-${row.size}` }}
        answer={answer}
        onScan={scan}
      />
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <TextInput
          label={texts.counted}
          inputMode="numeric"
          autoComplete="off"
          value={counted}
          error={problems.counted}
          description={
            count === undefined ? undefined : texts.difference(count - row.onHand - row.reserved)
          }
          onChange={({ currentTarget }) => setCounted(currentTarget.value)}
        />
        <FormFooter isBusy={isBusy} onClose={onClose} />
      </form>
    </div>
  )
}
