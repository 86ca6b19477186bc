import { useState } from 'react'

import type { Order } from '#contract/order.ts'
import { Note } from '#ui/Note.tsx'
import { When } from '#ui/When.tsx'
import { canSendBack, sendBackUntil } from './canSendBack.ts'

/** Until when something of the order may go back, where something may. */
export function SendBackUntil({ order }: { order: Order }) {
  const [nowMs] = useState(() => Date.now())
  const until = sendBackUntil(order)
  if (!until || !order.products.some((line) => canSendBack(order, line, nowMs))) return null
  return (
    <Note icon="clock">
      Return or exchange until{' '}
      <b>
        <When at={until.toISOString()} />
      </b>
    </Note>
  )
}
