import { useState } from 'react'
import type * as v from 'valibot'

import type { StaffOrder, StaffOrderLine } from '#contract/staff/board.ts'
import { errorText, fieldsText, requestIdempotently } from '#desk/app/request.ts'
import type { CorrectAddress } from '#contract/staff/addressChange.ts'
import type { CancelItem, GiveRefund, ReplaceItem, SwapSize } from '#contract/staff/itemChanges.ts'

/** A change of an order's items, money or address. The state is that of the order on the screen. */
export type ItemChange =
  | { call: 'cancelItem'; body: Omit<CancelItem, 'from'> }
  | { call: 'swapSize'; body: Omit<SwapSize, 'from'> }
  | { call: 'replaceItem'; body: Omit<ReplaceItem, 'from'> }
  | { call: 'giveRefund'; body: GiveRefund }
  | { call: 'correctAddress'; body: Omit<v.InferInput<typeof CorrectAddress>, 'from'> }

/** What the dialog is about: an item, or a refund or the address of the order. */
export type DialogContent = { line: StaffOrderLine } | 'refund' | 'address'

function send({ number, state }: StaffOrder, change: ItemChange) {
  const params = { number }
  switch (change.call) {
    case 'cancelItem':
      return requestIdempotently(change.call, { params, body: { ...change.body, from: state } })
    case 'swapSize':
      return requestIdempotently(change.call, { params, body: { ...change.body, from: state } })
    case 'replaceItem':
      return requestIdempotently(change.call, { params, body: { ...change.body, from: state } })
    case 'giveRefund':
      return requestIdempotently(change.call, { params, body: change.body }, state)
    case 'correctAddress':
      return requestIdempotently(change.call, { params, body: { ...change.body, from: state } })
  }
}

/** The dialog that changes items or the address, or gives a refund: what it is open for, and how it is sent. */
export function useItemChanges(order: StaffOrder | undefined, show: (order: StaffOrder) => void) {
  const [shown, setShown] = useState<DialogContent>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    ...{ shown, isBusy, problem },
    open: (content: DialogContent) => {
      setProblem(undefined)
      setShown(content)
    },
    /** What the server refused was another change. */
    clearProblem: () => setProblem(undefined),
    close: () => setShown(undefined),
    save: async (change: ItemChange) => {
      if (!order || isBusy) return
      setBusy(true)
      setProblem(undefined)
      try {
        const { result } = await send(order, change)
        show(result)
        setShown(undefined)
      } catch (error) {
        setProblem(fieldsText(error) ?? errorText(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
