import type { BoardOrder, MoveOrder, StaffOrder, TimelineEntry } from '#contract/staff/board.ts'
import { type OrderMove, movesFor } from '#contract/staff/orderMoves.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { errorText, isOvertaken, request, requestIdempotently } from '#desk/app/request.ts'
import { ApiError } from '#platform/api/apiError.ts'

/** What a move needs beside the order. */
export type MoveDetails = Pick<MoveOrder, 'riderId' | 'reason' | 'kept'>

export type MoveOutcome =
  | { kind: 'done'; order: StaffOrder }
  /** Somebody else has moved the order: the order as it is now, and who moved it last, where that could be read. */
  | {
      kind: 'overtaken'
      problem: string
      order: StaffOrder | undefined
      last: TimelineEntry | undefined
    }
  | { kind: 'failed'; problem: string }

/** Makes a move from the state that the person sees. */
export async function sendMove(
  { number, state }: Pick<BoardOrder, 'number' | 'state'>,
  move: OrderMove,
  details: MoveDetails = {},
): Promise<MoveOutcome> {
  const body: MoveOrder = { move, from: state, ...details }
  try {
    const { result } = await requestIdempotently('moveOrder', { params: { number }, body })
    return { kind: 'done', order: result }
  } catch (error) {
    const problem = errorText(error)
    if (error instanceof ApiError && isOvertaken(error)) return overtaken(number, problem)
    return { kind: 'failed', problem }
  }
}

async function overtaken(number: string, problem: string): Promise<MoveOutcome> {
  const order = await request('readStaffOrder', { params: { number } }).then(
    ({ result }) => result,
    () => undefined,
  )
  const last = order?.timeline.find(({ kind }) => kind === 'move')
  return { kind: 'overtaken', problem, order, last }
}

/** The moves that are made on the board, for one order or several. */
export const stepMoves = ['startPacking', 'markReady', 'handOver'] as const
export type StepMove = (typeof stepMoves)[number]

/** The one next step that the board offers. */
export type NextStep = { kind: 'move'; move: StepMove } | { kind: 'call' } | { kind: 'decide' }

/** The same object for the same step, so that rows are not rendered again. */
const steps: Record<StepMove | 'call' | 'decide', NextStep> = {
  startPacking: { kind: 'move', move: 'startPacking' },
  markReady: { kind: 'move', move: 'markReady' },
  handOver: { kind: 'move', move: 'handOver' },
  call: { kind: 'call' },
  decide: { kind: 'decide' },
}

export function nextStepOf(role: StaffRole, order: BoardOrder): NextStep | undefined {
  const allowed = movesFor(role, order)
  if (order.state === 'failed') return allowed.length > 0 ? steps.decide : undefined
  const move = stepMoves.find((step) => allowed.includes(step))
  if (move) return steps[move]
  return order.rider && order.state !== 'ready' ? steps.call : undefined
}
