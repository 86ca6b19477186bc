import { Button } from '@mantine/core'

import type { StaffOrder, StaffOrderLine } from '#contract/staff/board.ts'
import { changeableStates } from '#contract/staff/itemChanges.ts'
import styles from './OrderPage.module.css'
import { Card } from '#desk/ui/Card.tsx'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { texts } from './texts.ts'

type Props = {
  order: StaffOrder
  /** Missing for a role that may not change items. */
  onChange?: (line: StaffOrderLine) => void
}

/** The items with pictures, sizes and what else is in stock. */
export function OrderItems({ order: { lines, itemCount, state }, onChange }: Props) {
  const canChange = changeableStates.some((changeable) => changeable === state)
  return (
    <Card title={texts.order.items} detail={String(itemCount)} isFlush>
      <ul>
        {lines.map((line) => (
          <Item key={line.item} line={line} {...(canChange && onChange && { onChange })} />
        ))}
      </ul>
    </Card>
  )
}

type ItemProps = { line: StaffOrderLine; onChange?: (line: StaffOrderLine) => void }

function Item({ line, onChange }: ItemProps) {
  const { name, photo, quantity, pricePaise, refundedPaise, status } = line
  const isCancelled = status === 'Cancelled'
  return (
    <li className={styles.item} data-cancelled={isCancelled || undefined}>
      <Photo src={photo} />
      <div>
        <p className={styles.itemName}>{name}</p>
        <p className={styles.muted}>{detailsOf(line)}</p>
        {isCancelled && <p className={styles.bad}>{texts.order.lineCancelled}</p>}
        {refundedPaise > 0 && (
          <p className={styles.muted}>{texts.order.lineRefunded(rupeesText(refundedPaise))}</p>
        )}
      </div>
      <div className={styles.itemMoney}>
        <p>
          <b>{rupeesText(pricePaise * quantity)}</b>
        </p>
        <p className={styles.faint}>{`${quantity} × ${rupeesText(pricePaise)}`}</p>
        {onChange && !isCancelled && (
          <Button
            size="s"
            variant="line"
            aria-label={texts.change.open(name)}
            onClick={() => onChange(line)}
          >
            {texts.change.button}
          </Button>
        )}
      </div>
    </li>
  )
}

const detailsOf = ({ brand, size, trialSize, soldSize, code, inStock }: StaffOrderLine): string =>
  [
    brand,
    texts.order.size(size),
    trialSize && texts.order.alsoTries(trialSize),
    soldSize && soldSize !== size && texts.order.kept(soldSize),
    code && texts.order.code(code),
    texts.order.inStock(inStock),
  ]
    .filter(Boolean)
    .join(' · ')
