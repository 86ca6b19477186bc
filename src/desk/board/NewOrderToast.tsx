import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { BoardOrder } from '#contract/staff/board.ts'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './BoardPage.module.css'
import { useNewOrders } from './boardData.ts'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { playNewOrder, useOrderSound } from './orderSound.ts'
import { texts } from '#desk/orders/texts.ts'

const shownMs = 6000

/** Says that new orders have arrived: on the screen for some seconds, to screen readers, and by a sound. */
export function NewOrderToast({ orders }: { orders: readonly BoardOrder[] | undefined }) {
  const [arrived, setArrived] = useState<readonly BoardOrder[]>([])
  const [isShown, setIsShown] = useState(false)
  const { isOn } = useOrderSound()
  const navigate = useNavigate()
  useNewOrders(orders, (added) => {
    setArrived(added)
    setIsShown(true)
    if (isOn) playNewOrder()
  })
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setIsShown(false), shownMs)
    return () => clearTimeout(timer)
  }, [isShown, arrived])

  const [first] = arrived
  const title = arrived.length > 1 ? texts.newOrders(arrived.length) : first && summaryOf(first)
  return (
    <>
      <VisuallyHidden>
        <span role="status">{title && `${texts.newOrder} ${title}`}</span>
      </VisuallyHidden>
      {isShown && first && (
        <div className={styles.toast}>
          <Photo src={first.photos[0] ?? null} size="xs" />
          <div>
            <b>{title}</b>
            <small>
              {arrived.length > 1
                ? arrived.map(({ number }) => number).join(', ')
                : `${texts.items(first.itemCount)} · ${first.warehouse.name}`}
            </small>
          </div>
          <Button
            size="s"
            variant="line"
            onClick={() => {
              setIsShown(false)
              void navigate(`/orders/${first.number}`)
            }}
          >
            {texts.open}
          </Button>
        </div>
      )}
    </>
  )
}

const summaryOf = ({ number, totalPaise, area }: BoardOrder): string =>
  [number, rupeesText(totalPaise), area].join(' · ')
