import { Button } from '@mantine/core'

import { typedPhone } from '#contract/values/phone.ts'
import { errorText } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Card } from '#desk/ui/Card.tsx'
import { TextField } from '#desk/ui/form/Fields.tsx'
import type { Draft } from './draft.ts'
import styles from './NewOrderPage.module.css'
import type { FieldProblems } from './orderContent.ts'
import type { useCaller } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Props = {
  draft: Draft
  problems: FieldProblems
  caller: ReturnType<typeof useCaller>
  onChange: (changes: Partial<Draft>) => void
}

/** Who calls: found by the number, or somebody new. */
export function CustomerCard({ draft, problems, caller, onChange }: Props) {
  const { customer, problem, isReading, retry } = caller
  return (
    <Card title={texts.customer}>
      <div className={styles.fields}>
        <TextField
          name={texts.phone}
          type="tel"
          inputMode="numeric"
          value={draft.phone}
          problem={problems.phone}
          // Another customer has other addresses.
          onType={(typed) => onChange({ phone: typedPhone(typed, draft.phone), addressId: null })}
        />
        <div className={styles.said} role="status">
          {customer && (
            <p>
              <b>{customer.name}</b>
              <span>
                {[
                  texts.orders(customer.orderCount),
                  customer.refusedDeliveries > 0 && texts.refused(customer.refusedDeliveries),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
          )}
          {customer === null && <p>{texts.unknown}</p>}
          {customer === undefined && isReading && <p>{texts.searching}</p>}
          {customer === undefined && problem && (
            <p data-kind="bad">
              <span>{errorText(problem, texts.couldNotSearch)}</span>
              <Button size="s" variant="line" onClick={retry}>
                {frameTexts.tryAgain}
              </Button>
            </p>
          )}
        </div>
        {customer === null && (
          <TextField
            name={texts.name}
            max={120}
            value={draft.name}
            problem={problems.name}
            onType={(name) => onChange({ name })}
          />
        )}
      </div>
    </Card>
  )
}
