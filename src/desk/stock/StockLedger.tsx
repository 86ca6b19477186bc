import { Button } from '@mantine/core'
import { useState } from 'react'

import { dateTimeText } from '#contract/values/indianTime.ts'
import type { StockMove, StockRow } from '#contract/staff/stock.ts'
import { useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import styles from './StockLedger.module.css'
import { texts as stockTexts } from './texts.ts'

const texts = stockTexts.moves

type Props = { row: StockRow; onClose: () => void }

/** Every move of a product's stock, newest first. */
export function StockLedger({ row: { productId, code, name }, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={texts.title(code)} size={640}>
      <div className={styles.ledger}>
        <p>{name}</p>
        <table className={styles.table} aria-label={texts.title(code)}>
          <thead>
            <tr>
              <th scope="col">{texts.when}</th>
              <th scope="col">{texts.size}</th>
              <th scope="col">{texts.warehouse}</th>
              <th scope="col">{texts.reason}</th>
              <th scope="col" className={styles.number}>
                {texts.change}
              </th>
            </tr>
          </thead>
          <Moves productId={productId} />
        </table>
      </div>
    </Dialog>
  )
}

function Moves({ productId, cursor }: { productId: string; cursor?: string }) {
  const { data, problem, refresh } = useRead(
    'readStockMoves',
    { query: { productId, cursor } },
    { shouldRetryOnError: false },
  )
  const [showsMore, setShowsMore] = useState(false)
  const next = data?.result.cursor ?? undefined
  if (!data) {
    return (
      <Line>
        {problem ? (
          <div className={styles.ledger}>
            <Note kind="bad">{texts.couldNotLoad}</Note>
            <Button variant="line" onClick={refresh}>
              {frameTexts.tryAgain}
            </Button>
          </div>
        ) : (
          <LoadingRows label={texts.loading} count={4} />
        )}
      </Line>
    )
  }
  const moves = data.result.data
  if (moves.length === 0 && cursor === undefined)
    return (
      <Line>
        <p>{texts.empty}</p>
      </Line>
    )
  return (
    <>
      <tbody>
        {moves.map((move) => (
          <Move key={move.id} move={move} />
        ))}
      </tbody>
      {next && showsMore && <Moves productId={productId} cursor={next} />}
      {next && !showsMore && (
        <Line>
          <Button variant="line" onClick={() => setShowsMore(true)}>
            {stockTexts.showMore}
          </Button>
        </Line>
      )}
    </>
  )
}

function Line({ children }: { children: React.ReactElement }) {
  return (
    <tbody>
      <tr>
        <td colSpan={5}>{children}</td>
      </tr>
    </tbody>
  )
}

function Move({ move: { at, size, warehouse, reason, change } }: { move: StockMove }) {
  return (
    <tr>
      <td>{dateTimeText(new Date(at))}</td>
      <td>{size}</td>
      <td>{warehouse}</td>
      <td>{texts.reasonOf(reason)}</td>
      <td className={styles.number}>{change > 0 ? `+${change}` : `−${-change}`}</td>
    </tr>
  )
}
