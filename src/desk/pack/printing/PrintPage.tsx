import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { OrderLabel } from './OrderLabel.tsx'
import { PackingSlip } from './PackingSlip.tsx'
import { type PrintData, usePrintData } from './printData.ts'
import paper from '#desk/ui/labels/paper.module.css'
import styles from './PrintPage.module.css'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.print
const title = frameTexts.pages.print

/** Packing slips and labels of the orders in the URL, as they will be printed. */
export default function PrintPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const numbers = [...new Set((params.get('orders') ?? '').split(',').filter(Boolean))]
  const { data, problem, refresh } = usePrintData(numbers)
  if (data) return <Papers data={data} />
  if (numbers.length === 0) {
    return (
      <Page title={title}>
        <PageState icon="d-print" title={texts.none.title} body={texts.none.body}>
          <Button onClick={() => void navigate('/pick')}>{texts.toPickList}</Button>
        </PageState>
      </Page>
    )
  }
  return (
    <Page title={title} isFlush>
      <LoadState problem={problem} onRetry={refresh} texts={texts} />
    </Page>
  )
}

type Kind = 'slip' | 'label'

function Papers({ data: { store, orders, problems } }: { data: PrintData }) {
  /** What goes to the printer; everything if the browser's own menu prints. */
  const [kind, setKind] = useState<Kind>()
  const navigate = useNavigate()
  function print(what: Kind) {
    flushSync(() => setKind(what))
    window.print()
    setKind(undefined)
  }
  return (
    <Page
      title={orders.length === 1 && orders[0] ? orders[0].number : texts.title(orders.length)}
      subtitle={texts.formats}
      actions={
        <div className={styles.actions}>
          <Button
            variant="quiet"
            aria-label={texts.back}
            leftSection={<Icon name="back" size="s" />}
            onClick={() => void navigate(-1)}
          >
            <span className={styles.wide}>{texts.back}</span>
          </Button>
          <Button
            variant="line"
            disabled={orders.length === 0}
            leftSection={<Icon name="d-print" size="s" />}
            onClick={() => print('slip')}
          >
            {texts.slips(orders.length)}
          </Button>
          <Button
            variant="go"
            disabled={orders.length === 0}
            leftSection={<Icon name="d-print" size="s" />}
            onClick={() => print('label')}
          >
            {texts.labels(orders.length)}
          </Button>
        </div>
      }
    >
      {problems.length > 0 && (
        <div className={styles.problems}>
          {problems.map((problem) => (
            <Note key={problem} kind="bad">
              {problem}
            </Note>
          ))}
        </div>
      )}
      <div className={`${paper.papers} ${styles.printed}`} data-print={kind}>
        {orders.map((order) => (
          <PackingSlip key={order.number} order={order} store={store} />
        ))}
        {orders.map((order) => (
          <OrderLabel key={order.number} order={order} store={store} />
        ))}
      </div>
    </Page>
  )
}
