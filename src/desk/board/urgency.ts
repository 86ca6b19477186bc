import { minuteMs } from '#contract/values/indianTime.ts'
import type { BoardOrder } from '#contract/staff/board.ts'
import type { BoardState } from '#contract/staff/orderMoves.ts'
import { soonMs } from '#desk/ui/time/promiseTime.ts'
import { plural } from '#desk/ui/plural.ts'

export const isOpen = (order: Pick<BoardOrder, 'state'>): boolean => stageOf(order) !== undefined

/** How long until the promise ends, in ms; negative if the order is late, undefined if nothing was promised. */
export const timeLeft = (promisedBy: string | null, nowMs: number): number | undefined =>
  promisedBy === null ? undefined : Date.parse(promisedBy) - nowMs

export const isLate = (order: BoardOrder, nowMs: number): boolean =>
  isOpen(order) && (timeLeft(order.promisedBy, nowMs) ?? 0) < 0

export const groupNames = ['late', 'failed', 'soon', 'later'] as const
export type GroupName = (typeof groupNames)[number]

/** A failed delivery waits for a decision, whatever was promised. */
export function groupOf(order: BoardOrder, nowMs: number): GroupName {
  if (order.state === 'failed') return 'failed'
  const left = timeLeft(order.promisedBy, nowMs)
  if (left === undefined) return 'later'
  return left < 0 ? 'late' : left < soonMs ? 'soon' : 'later'
}

export type Group = { name: GroupName; orders: readonly BoardOrder[] }

/** Open orders in order of urgency, by group; groups without orders are left out. */
export function groupsOf(orders: readonly BoardOrder[], nowMs: number): Group[] {
  const sorted = [...orders].sort(byUrgency)
  return groupNames
    .map((name) => ({ name, orders: sorted.filter((order) => groupOf(order, nowMs) === name) }))
    .filter((group) => group.orders.length > 0)
}

/** When an order last moved from one group to another, in ms since 1970: the groups are the same since. */
export const regroupedAt = (orders: readonly BoardOrder[], nowMs: number): number =>
  orders.reduce((latest, { promisedBy }) => {
    const ends = promisedBy === null ? 0 : Date.parse(promisedBy)
    const changes = [ends + 1, ends - soonMs + 1].filter((at) => at <= nowMs)
    return Math.max(latest, ...changes)
  }, 0)

const byUrgency = (a: BoardOrder, b: BoardOrder): number =>
  urgencyOf(a) - urgencyOf(b) || a.number.localeCompare(b.number)

const urgencyOf = ({ promisedBy, placedAt, state, since }: BoardOrder): number => {
  if (state === 'failed') return Date.parse(since)
  // Without a promise an order comes after all others.
  return promisedBy === null ? Date.parse(placedAt) * 2 : Date.parse(promisedBy)
}

/** The states as the board counts them: an order is with the rider from the hand-over to the door. */
export const stages = ['new', 'packing', 'ready', 'withRider', 'atDoor', 'trial', 'failed'] as const
export type Stage = (typeof stages)[number]

const stageByState: Record<BoardState, Stage | undefined> = {
  new: 'new',
  packing: 'packing',
  ready: 'ready',
  withRider: 'withRider',
  onTheWay: 'withRider',
  atDoor: 'atDoor',
  trial: 'trial',
  failed: 'failed',
  delivered: undefined,
  cancelled: undefined,
}

export const stageOf = ({ state }: Pick<BoardOrder, 'state'>): Stage | undefined =>
  stageByState[state]

export type StageSummary = { stage: Stage; count: number; late: number; oldestMinutes: number }

/** How many orders are in each stage, how many of them are late, and how long the oldest has been there. */
export const summariesOf = (orders: readonly BoardOrder[], nowMs: number): StageSummary[] =>
  stages.map((stage) => {
    const inStage = orders.filter((order) => stageOf(order) === stage)
    return {
      stage,
      count: inStage.length,
      late: inStage.filter((order) => isLate(order, nowMs)).length,
      oldestMinutes: Math.max(0, ...inStage.map(({ since }) => minutesSince(since, nowMs))),
    }
  })

export const minutesSince = (at: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(at)) / minuteMs))

/** '39 min', '3 h', '2 days'. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / (24 * 60))
  return plural(days, 'day')
}
