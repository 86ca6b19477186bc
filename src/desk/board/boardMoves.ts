import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { BoardOrder } from '#contract/staff/board.ts'
import { moveRules, movesFor } from '#contract/staff/orderMoves.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { stateNames } from '#desk/ui/orderStates.ts'
import {
  type MoveDetails,
  type MoveOutcome,
  sendMove,
  type StepMove,
  stepMoves,
} from '#desk/orders/moves.ts'
import { focusedNumber } from '#desk/orders/shortcuts.ts'
import { texts } from '#desk/orders/texts.ts'

export type MoveResult = { number: string; outcome: MoveOutcome }
/** Moves of several orders; without results while they are being made. */
export type BulkRun = { move: StepMove; count: number; results?: MoveResult[] }

/** How many moves of a selection are sent at the same time. */
const concurrency = 3

type Options = {
  role: StaffRole
  orders: readonly BoardOrder[]
  canMove: boolean
  /** Shows the orders that moves return. */
  apply: (rows: BoardOrder[]) => void
}

/** Moves from the board: of one order, or of those that are selected. */
export function useBoardMoves({ role, orders, canMove, apply }: Options) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<MoveResult>()
  const [bulk, setBulk] = useState<BulkRun>()
  /** Orders for which a rider is being chosen. */
  const [assigning, setAssigning] = useState<readonly BoardOrder[]>()

  async function moveOne(order: BoardOrder, move: StepMove, details?: MoveDetails) {
    const { number } = order
    setBusy((before) => withNumbers(before, [number], true))
    try {
      const outcome = await sendMove(order, move, details)
      if (outcome.kind !== 'failed' && outcome.order) apply([outcome.order])
      return { number, outcome }
    } finally {
      setBusy((before) => withNumbers(before, [number], false))
    }
  }

  async function moveAll(listed: readonly BoardOrder[], move: StepMove, details?: MoveDetails) {
    setBulk({ move, count: listed.length })
    const results: MoveResult[] = []
    const waiting = [...listed.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [position, order] = next
        const isAllowed = movesFor(role, order).includes(move)
        results[position] = isAllowed ? await moveOne(order, move, details) : notPossible(order)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    setBulk({ move, count: listed.length, results })
    const failed = results.filter(({ outcome }) => outcome.kind !== 'done')
    setSelected(new Set(failed.map(({ number }) => number)))
  }

  async function run(listed: readonly BoardOrder[], move: StepMove, details?: MoveDetails) {
    setAssigning(undefined)
    setProblem(undefined)
    const [first] = listed
    if (!first || listed.length > 1) return moveAll(listed, move, details)
    const result = await moveOne(first, move, details)
    if (result.outcome.kind !== 'done') return setProblem(result)
    setSelected((before) => withNumbers(before, [first.number], false))
  }

  function start(listed: readonly BoardOrder[], move: StepMove) {
    if (!canMove || listed.length === 0) return
    if (move === 'handOver') setAssigning(listed)
    else void run(listed, move)
  }

  /** Moves the selected orders, or else the one whose row has the focus. */
  function startFocused(move: StepMove) {
    const numbers = selected.size > 0 ? selected : new Set([focusedNumber()])
    const listed = orders.filter(({ number }) => numbers.has(number))
    const isOneMovable = listed.some((order) => movesFor(role, order).includes(move))
    if (isOneMovable) start(listed, move)
  }

  const select = useCallback(
    (numbers: readonly string[], isSelected: boolean) =>
      setSelected((before) => withNumbers(before, numbers, isSelected)),
    [],
  )
  const latestStart = useRef(start)
  useEffect(() => void (latestStart.current = start))
  /** What rows call: the same object from render to render, so that they are not rendered again. */
  const rowActions = useMemo(
    () => ({
      select: (number: string, isSelected: boolean) => select([number], isSelected),
      move: (order: BoardOrder, move: StepMove) => latestStart.current([order], move),
    }),
    [select],
  )
  return {
    ...{ selected, busy, problem, bulk, assigning, rowActions, select, start, startFocused },
    /** Whether the role makes any of the moves that can be made with several orders. */
    canSelect: stepMoves.some((move) => moveRules[move].roles.includes(role)),
    assign: (details: MoveDetails) => assigning && void run(assigning, 'handOver', details),
    toggle: (number: string) => select([number], !selected.has(number)),
    clear: () => setSelected(new Set()),
    closeProblem: () => setProblem(undefined),
    closeBulk: () => setBulk(undefined),
    closeAssigning: () => setAssigning(undefined),
  }
}

export type BoardMoves = ReturnType<typeof useBoardMoves>

const notPossible = ({ number, state }: BoardOrder): MoveResult => ({
  number,
  outcome: { kind: 'failed', problem: texts.notNow(stateNames[state]) },
})

function withNumbers(before: ReadonlySet<string>, numbers: readonly string[], isIn: boolean) {
  const after = new Set(before)
  for (const number of numbers) {
    if (isIn) after.add(number)
    else after.delete(number)
  }
  return after
}
