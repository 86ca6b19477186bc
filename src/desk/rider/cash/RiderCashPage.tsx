import { useAtomValue } from 'jotai'

import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { CollectedList } from '#desk/cash/CollectedList.tsx'
import { HandoverCard } from '#desk/cash/HandoverCard.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { useRead } from '#desk/app/request.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { texts } from './cashTexts.ts'
import { HandOver } from './HandOver.tsx'
import { ownEntriesAtom } from '#desk/rider/moves/moveQueue.ts'
import styles from './RiderCashPage.module.css'

/** The cash that the rider carries, counted by note and handed over. */
export default function RiderCashPage() {
  const { data, problem, refresh, replace } = useRead('readCash')
  const sheet = data?.result.sheets[0]
  return (
    <Page title={texts.title}>
      {data ? (
        <div className={styles.page}>
          {problem && <Note kind="warn">{texts.couldNotUpdate}</Note>}
          <UnsentCash />
          {sheet ? (
            <>
              <section className={styles.card}>
                <h2>{texts.shouldHave}</h2>
                <p className={styles.total}>{rupeesText(sheet.cashPaise)}</p>
                <p className={styles.hint}>{texts.fromOrders(sheet.collected.length)}</p>
                <CollectedList collected={sheet.collected} />
              </section>
              <HandOver
                key={sheet.cashPaise}
                sheet={sheet}
                onHandedOver={replace}
                onStale={refresh}
              />
            </>
          ) : (
            <PageState icon="cash" title={texts.empty.title} body={texts.empty.body} />
          )}
          {data.result.handovers.length > 0 && (
            <section className={styles.page}>
              <h2>{texts.handovers}</h2>
              {data.result.handovers.map((handover) => (
                <HandoverCard key={handover.id} handover={handover} />
              ))}
            </section>
          )}
        </div>
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

/** What was collected in deliveries that the server does not know of yet. */
function UnsentCash() {
  const entries = useAtomValue(ownEntriesAtom)
  const unsentPaise = entries.reduce(
    (total, { change }) => total + (('body' in change && change.body.collectedPaise) || 0),
    0,
  )
  return unsentPaise > 0 && <Note kind="warn">{texts.unsent(rupeesText(unsentPaise))}</Note>
}
