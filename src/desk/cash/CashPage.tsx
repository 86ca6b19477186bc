import { useAtomValue } from 'jotai'

import type { CashSheet } from '#contract/staff/riders.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { type StaffResponse, useRead } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import styles from './Cash.module.css'
import { CollectedList } from './CollectedList.tsx'
import { HandoverCard } from './HandoverCard.tsx'
import { ReceiveForm } from './ReceiveForm.tsx'
import { texts } from './texts.ts'

/** Often enough that a hand-over shows up while the rider still stands there. */
const refreshMs = 5000

/** The cash that riders carry, and what they handed over. */
export default function CashPage() {
  const { data, problem, refresh, replace } = useRead('readCash', undefined, {
    refreshInterval: refreshMs,
  })
  return (
    <Page title={texts.title}>
      {data ? (
        <div className={styles.page}>
          {problem && <Note kind="warn">{texts.couldNotUpdate}</Note>}
          <Cash cash={data.result} replace={replace} />
        </div>
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

type Props = {
  cash: StaffResponse<'readCash'>['result']
  replace: (response: StaffResponse<'readCash'>) => void
}

function Cash({ cash: { sheets, handovers }, replace }: Props) {
  const role = useAtomValue(sessionAtom)?.person.role
  const mayReceive = mayRequest(role, 'receiveCash')
  const open = handovers.filter(({ receivedAt }) => receivedAt === null)
  const counted = handovers.filter(({ receivedAt }) => receivedAt !== null)
  return (
    <>
      <section className={styles.group}>
        <h2>{texts.toCount}</h2>
        {open.length === 0 && <p className={styles.hint}>{texts.nothingToCount}</p>}
        {open.map((handover) => (
          <HandoverCard key={handover.id} handover={handover}>
            {mayReceive ? <ReceiveForm handover={handover} onReceived={replace} /> : undefined}
          </HandoverCard>
        ))}
      </section>
      <section className={styles.group}>
        <h2>{texts.sheets}</h2>
        {sheets.length === 0 && <p className={styles.hint}>{texts.noSheets}</p>}
        {sheets.map((sheet) => (
          <Sheet key={sheet.rider.id} sheet={sheet} />
        ))}
      </section>
      {counted.length > 0 && (
        <section className={styles.group}>
          <h2>{texts.counted}</h2>
          {counted.map((handover) => (
            <HandoverCard key={handover.id} handover={handover} />
          ))}
        </section>
      )}
    </>
  )
}

function Sheet({ sheet: { rider, cashPaise, collected } }: { sheet: CashSheet }) {
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h3>{rider.name}</h3>
        <b>{rupeesText(cashPaise)}</b>
      </div>
      <p className={styles.hint}>{texts.fromOrders(collected.length)}</p>
      <CollectedList collected={collected} />
    </section>
  )
}
