import type { BoardOrder } from '#contract/staff/board.ts'
import { isLate, type Stage, stageOf, stages } from './urgency.ts'

export const payments = ['cash', 'online'] as const
type Payment = (typeof payments)[number]

/** What the board shows. It is in the URL, so that a link, Back and a saved view show the same. */
export type BoardFilters = {
  stage?: Stage | undefined
  isLate?: true
  isTrial?: true
  warehouse?: string
  payment?: Payment
  /** The id of a rider. */
  rider?: string
}

/** The value of `rider` for orders that have none yet. */
export const noRider = 'none'

export function filtersOf(params: URLSearchParams): BoardFilters {
  const stage = stages.find((name) => name === params.get('state'))
  const payment = payments.find((name) => name === params.get('payment'))
  const [warehouse, rider] = [params.get('warehouse'), params.get('rider')]
  return {
    ...(stage && { stage }),
    ...(params.has('late') && { isLate: true }),
    ...(params.has('trial') && { isTrial: true }),
    ...(warehouse && { warehouse }),
    ...(payment && { payment }),
    ...(rider && { rider }),
  }
}

/** The query of the URL, always in the same order. */
export function queryOf({ stage, isLate: late, isTrial, ...others }: BoardFilters): string {
  const { warehouse, payment, rider } = others
  const values: [string, string | undefined][] = [
    ['state', stage],
    ['late', late && 'yes'],
    ['trial', isTrial && 'yes'],
    ['warehouse', warehouse],
    ['payment', payment],
    ['rider', rider],
  ]
  const set = values.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(set).toString()
}

export const isShown = (order: BoardOrder, filters: BoardFilters, nowMs: number): boolean =>
  (!filters.stage || stageOf(order) === filters.stage) && isInView(order, filters, nowMs)

/** Whether an order passes every filter but the state, which the counts by state leave out. */
export function isInView(order: BoardOrder, filters: BoardFilters, nowMs: number): boolean {
  const { warehouse, payment, rider } = filters
  return (
    (!filters.isLate || isLate(order, nowMs)) &&
    (!filters.isTrial || order.purchaseType === 'Try and Buy') &&
    (!warehouse || order.warehouse.id === warehouse) &&
    (!payment || takesCash(order) === (payment === 'cash')) &&
    (!rider || (order.rider?.id ?? noRider) === rider)
  )
}

/** A cash order, or one that was paid online and costs more since: its rider collects the difference. */
const takesCash = ({ paymentMethod, duePaise }: BoardOrder): boolean =>
  paymentMethod === 'Cash on delivery' || duePaise > 0
