import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import type { StockRow } from '#contract/staff/stock.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Barcode } from '#desk/ui/labels/Barcode.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { labelCode, normalCode } from '#desk/ui/labels/labelCode.ts'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { QrCode } from '#desk/ui/labels/QrCode.tsx'
import paper from '#desk/ui/labels/paper.module.css'
import styles from './ShelfLabelsPage.module.css'
import { texts as stockTexts } from './texts.ts'

const texts = stockTexts.shelfLabels
const title = frameTexts.pages.shelfLabels

/** Labels for a product's shelf and pieces, one per size, with the code that scanners read. */
export default function ShelfLabelsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const code = params.get('code') ?? ''
  const { data, problem, refresh } = useRead(
    'readStock',
    code ? { query: { search: code } } : null,
    { shouldRetryOnError: false },
  )
  const rows = data && sizesOf(data.result.data, code)
  if (rows?.[0]) return <Labels rows={rows} />
  const isNone = code === '' || rows
  return (
    <Page title={title} isFlush>
      {isNone ? (
        <PageState icon="d-print" title={texts.none.title} body={texts.none.body}>
          <Button onClick={() => void navigate('/stock')}>{texts.toStock}</Button>
        </PageState>
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

/** One row per size, whatever the warehouse. */
const sizesOf = (rows: StockRow[], code: string): StockRow[] =>
  rows
    .filter((row) => normalCode(row.code) === normalCode(code))
    .filter((row, index, all) => all.findIndex(({ size }) => size === row.size) === index)

/** The most labels of a size in one print. */
const mostCopies = 200

const copiesIn = (text: string | undefined): number =>
  Math.min(mostCopies, /^\d+$/.test(text ?? '1') ? Number(text ?? 1) : 0)

function Labels({ rows }: { rows: StockRow[] }) {
  const navigate = useNavigate()
  const [copies, setCopies] = useState<Record<string, string>>({})
  const labels = rows.flatMap((row) =>
    Array.from({ length: copiesIn(copies[row.size]) }, (_, copy) => ({ row, copy })),
  )
  return (
    <Page
      title={title}
      subtitle={texts.format}
      actions={
        <div className={styles.actions}>
          <Button
            variant="quiet"
            aria-label={stockTexts.shelfLabels.back}
            leftSection={<Icon name="back" size="s" />}
            onClick={() => void navigate(-1)}
          >
            <span className={styles.wide}>{stockTexts.shelfLabels.back}</span>
          </Button>
          <Button
            variant="go"
            disabled={labels.length === 0}
            leftSection={<Icon name="d-print" size="s" />}
            onClick={() => window.print()}
          >
            {texts.print}
          </Button>
        </div>
      }
    >
      <div className={styles.counts}>
        {rows.map(({ size }) => (
          <TextInput
            key={size}
            label={size}
            aria-label={texts.copies(size)}
            inputMode="numeric"
            autoComplete="off"
            value={copies[size] ?? '1'}
            onChange={({ currentTarget: { value } }) =>
              setCopies((before) => ({ ...before, [size]: value }))
            }
          />
        ))}
      </div>
      {labels.length === 0 && <p>{texts.nothing}</p>}
      <div className={`${paper.papers} ${styles.sheets}`}>
        {labels.map(({ row, copy }) => (
          <Label key={`${row.size} ${copy}`} row={row} />
        ))}
      </div>
    </Page>
  )
}

function Label({ row }: { row: StockRow }) {
  const { name, brand, size, shelf } = row
  const code = labelCode(row)
  return (
    <div role="group" className={`${paper.paper} ${styles.label}`} aria-label={texts.label(code)}>
      <div className={styles.top}>
        <div className={styles.text}>
          <p className={styles.name}>{name}</p>
          <p>{brand}</p>
          {shelf && <p>{texts.shelf(shelf)}</p>}
        </div>
        <p className={styles.size}>{size}</p>
        <span className={styles.qr}>
          <QrCode text={code} />
        </span>
      </div>
      <div className={styles.barcode}>
        <Barcode text={code} />
      </div>
      <p className={styles.code}>{code}</p>
    </div>
  )
}
