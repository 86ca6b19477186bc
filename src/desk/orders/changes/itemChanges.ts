import { useState } from 'react'
import type * as v from 'valibot'

import type { StaffOrder, StaffOrderLine } from '#contract/staff/board.ts'
import { errorText, fieldsText, request } from '#desk/app/request.ts'
import { createIdempotentSender } from '#platform/api/idempotentSender.ts'
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

/** After a lost answer the same change has the same key, so that a retry does not make it twice. */
const sendOnce = createIdempotentSender()

function send({ number, state }: StaffOrder, change: ItemChange) {
  const params = { number }
  return sendOnce({ number, state, ...change }, (idempotencyKey) => {
    switch (change.call) {
      case 'cancelItem':
        return request('cancelItem', {
          params,
          body: { ...change.body, from: state },
          idempotencyKey,
        })
      case 'swapSize':
        return request('swapSize', {
          params,
          body: { ...change.body, from: state },
          idempotencyKey,
        })
      case 'replaceItem':
        return request('replaceItem', {
          params,
          body: { ...change.body, from: state },
          idempotencyKey,
        })
      case 'giveRefund':
        return request('giveRefund', { params, body: change.body, idempotencyKey })
      case 'correctAddress':
        return request('correctAddress', {
          params,
          body: { ...change.body, from: state },
          idempotencyKey,
        })
    }
  })
}

/** The dialog that changes items or the address, or gives a refund: what it is open for, and how it is sent. */
export function useItemChanges(order: StaffOrder | undefined, show: (order: StaffOrder) => void) {
  const [shown, setShown] = useState<DialogContent>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    ...{ shown, isBusy, problem },
    open: (wanted: DialogContent) => {
      setProblem(undefined)
      setShown(wanted)
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
