import { useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import { moveRules, type OrderMove } from '#contract/staff/orderMoves.ts'
import { errorText, request, useRead } from '#desk/app/request.ts'
import type { MoveResult } from '#desk/board/boardMoves.ts'
import { polling } from '#platform/api/polling.ts'
import { useItemChanges } from './changes/itemChanges.ts'
import { type MoveDetails, sendMove } from './moves.ts'
import { weightyMoves } from './orderStates.ts'
import { texts } from './texts.ts'

/** How often an open order is read again: other people and the customer change it too. */
const pollMs = 10_000

/** An order page's data: what was read, its moves and its notes. */
export function useOrder(number: string) {
  const [readAt, setReadAt] = useState(0)
  const { data, problem, refresh, replace } = useRead(
    'readStaffOrder',
    { params: { number } },
    {
      ...polling(pollMs),
      onSuccess: () => setReadAt(Date.now()),
    },
  )
  const order = data?.result
  const show = (result: StaffOrder) => replace({ success: true, result })
  const moving = useOrderMoves(order, show)
  const changing = useItemChanges(order, show)
  return {
    ...{ order, problem, moving, changing, show },
    retry: refresh,
    /** When the shown order was read, in ms since 1970, if the store cannot be reached now. */
    lostSince: problem && order ? readAt : undefined,
    /** Returns what went wrong, if anything did. */
    addNote: async (text: string): Promise<string | undefined> => {
      try {
        const { result } = await request('addOrderNote', { params: { number }, body: { text } })
        show(result)
        return undefined
      } catch (error) {
        return errorText(error, texts.order.couldNotSaveNote)
      }
    },
  }
}

/** A move is made at once, or asked for in a dialog if it needs something or weighs more. */
function useOrderMoves(order: StaffOrder | undefined, show: (order: StaffOrder) => void) {
  const [dialogMove, setDialogMove] = useState<OrderMove>()
  const [busy, setBusy] = useState<OrderMove>()
  const [dialogProblem, setDialogProblem] = useState<string>()
  const [problem, setProblem] = useState<MoveResult>()

  async function run(move: OrderMove, details: MoveDetails = {}) {
    if (!order || busy) return
    setBusy(move)
    setDialogProblem(undefined)
    setProblem(undefined)
    const outcome = await sendMove(order, move, details)
    setBusy(undefined)
    if (outcome.kind === 'failed' && dialogMove) return setDialogProblem(outcome.problem)
    setDialogMove(undefined)
    if (outcome.kind !== 'failed' && outcome.order) show(outcome.order)
    if (outcome.kind !== 'done') setProblem({ number: order.number, outcome })
  }
  return {
    ...{ dialogMove, busy, dialogProblem, problem },
    start: (move: OrderMove) => {
      if (moveRules[move].needs || weightyMoves.has(move)) {
        setDialogProblem(undefined)
        setDialogMove(move)
      } else void run(move)
    },
    confirm: (details: MoveDetails) => dialogMove && void run(dialogMove, details),
    cancel: () => setDialogMove(undefined),
    closeProblem: () => setProblem(undefined),
  }
}
