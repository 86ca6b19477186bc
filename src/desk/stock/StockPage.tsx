import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import type { StockRow } from '#contract/staff/stock.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { CameraScanner } from '#desk/ui/labels/CameraScanner.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { useLabelScanner } from '#desk/ui/labels/labelScanner.ts'
import { type StockAction, StockDialog } from './StockDialog.tsx'
import { type StockScan, useStockQuery, useStockScan } from './stockData.ts'
import { StockLedger } from './StockLedger.tsx'
import { type RowActions, StockList } from './StockList.tsx'
import styles from './StockPage.module.css'
import { texts } from './texts.ts'

/** A row with the action that was chosen for it, and what to do with the changed row. */
type Chosen = { row: StockRow; onSaved: (row: StockRow) => void; action: StockAction | 'ledger' }

const searchDelayMs = 300

/** The stock of the warehouses by size and shelf: found, counted, changed and moved. */
export default function StockPage() {
  const stock = useStockQuery()
  const scanning = useStockScan(stock)
  const [chosen, setChosen] = useState<Chosen>()
  const role = useAtomValue(sessionAtom)?.person.role
  const canChange = mayRequest(role, 'changeStock')
  useLabelScanner((code) => void scanning.scan(code), chosen === undefined)

  const actions: RowActions = {
    canChange,
    isScanned: scanning.isScanned,
    choose: (action, row, onSaved) => setChosen({ action, row, onSaved }),
  }
  const close = () => setChosen(undefined)
  return (
    <Page title={frameTexts.pages.stock} isFlush>
      <Tools stock={stock} answer={scanning.answer} onScan={(code) => void scanning.scan(code)} />
      <StockList query={stock.query} actions={actions} onClear={() => stock.change(noFilter)} />
      {chosen?.action === 'ledger' && <StockLedger row={chosen.row} onClose={close} />}
      {chosen && chosen.action !== 'ledger' && (
        <StockDialog
          action={chosen.action}
          row={chosen.row}
          onClose={close}
          onSaved={(row) => {
            chosen.onSaved(row)
            close()
          }}
        />
      )}
    </Page>
  )
}

const noFilter = { search: '', warehouse: '', low: '' }

type ToolsProps = {
  stock: ReturnType<typeof useStockQuery>
  answer: StockScan | undefined
  onScan: (code: string) => void
}

function Tools({ stock: { query, change }, answer, onScan }: ToolsProps) {
  const { own: warehouses = [] } = useWarehouses()
  return (
    <div className={styles.tools}>
      <SearchField search={query.search} change={change} onScan={onScan} />
      {warehouses.length > 1 && (
        <NativeSelect
          aria-label={texts.warehouse}
          value={query.warehouse}
          rightSection={<Icon name="chevron-down" size="xs" />}
          onChange={({ currentTarget }) => change({ warehouse: currentTarget.value })}
          data={[
            { value: '', label: texts.allWarehouses },
            ...warehouses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <label className={styles.low}>
        <input
          type="checkbox"
          checked={query.low === 'true'}
          onChange={({ target }) => change({ low: target.checked ? 'true' : '' })}
        />
        <span>{texts.lowOnly}</span>
      </label>
      <CameraScanner onScan={onScan} answer={answer?.text} />
      <p className={styles.answer} role="status" data-kind={kindOf(answer)}>
        {answer ? answer.text : texts.scanHint}
      </p>
    </div>
  )
}

const kindOf = (answer: StockScan | undefined) => answer && (answer.isRight ? 'right' : 'wrong')

type SearchProps = {
  search: string
  change: ToolsProps['stock']['change']
  onScan: ToolsProps['onScan']
}

/** Searches while something is typed; Enter takes it for a code first, as a scanner types it. */
function SearchField({ search, change, onScan }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const searchSoon = useDebouncedCallback(
    (words: string) => change({ search: words }),
    searchDelayMs,
  )
  useEffect(() => {
    const field = input.current
    // A scan or a link searches for something else; what is being typed stays.
    if (field && field !== document.activeElement) field.value = search
  }, [search])
  function submit(event: FormEvent) {
    event.preventDefault()
    searchSoon.cancel()
    const text = input.current?.value.trim() ?? ''
    input.current?.select()
    if (/\d-./.test(text)) onScan(text)
    else change({ search: text })
  }
  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <TextInput
        ref={input}
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        defaultValue={search}
        leftSection={<Icon name="search" size="s" />}
        onChange={({ currentTarget }) => searchSoon(currentTarget.value.trim())}
      />
      <Button type="submit" variant="line">
        {texts.searchButton}
      </Button>
    </form>
  )
}
