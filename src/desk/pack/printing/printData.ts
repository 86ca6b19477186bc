import useSWR from 'swr'

import { publicReads } from '#contract/api/reads.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { type StoreFacts, StoreResponse } from '#contract/store/storeFacts.ts'
import { errorText, request } from '#desk/app/request.ts'
import { parseResponse, sendCall } from '#platform/api/client.ts'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.print

/** What is printed: the orders, and what the slip says about the store. */
export type PrintData = { store: StoreFacts; orders: StaffOrder[]; problems: string[] }

/** Reads the orders of a print; one that cannot be read does not keep the others from the printer. */
export function usePrintData(numbers: readonly string[]) {
  const { data, error, mutate } = useSWR<PrintData, Error>(
    numbers.length > 0 && ['print', ...numbers],
    () => readPrintData(numbers),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  )
  return { data, problem: error, refresh: () => void mutate().catch(() => undefined) }
}

async function readPrintData(numbers: readonly string[]): Promise<PrintData> {
  const [{ result: store }, ...orders] = await Promise.all([
    parseResponse(StoreResponse, sendCall(publicReads.readStore, {})),
    ...numbers.map(readOrder),
  ])
  return {
    store,
    orders: orders.filter((order) => typeof order !== 'string'),
    problems: orders.filter((order) => typeof order === 'string'),
  }
}

/** The order, or why it could not be read. */
async function readOrder(number: string): Promise<StaffOrder | string> {
  try {
    return (await request('readStaffOrder', { params: { number } })).result
  } catch (error) {
    return `${number}: ${errorText(error, texts.couldNotLoadOrder)}`
  }
}

/** The lines in the bag; cancelled ones are not. */
export const packedLines = ({ lines }: StaffOrder) =>
  lines.filter(({ status }) => status !== 'Cancelled')

/** How many pieces are in the bag: an item on trial is two of them. */
export const unitCount = (order: StaffOrder): number =>
  packedLines(order).reduce(
    (count, { quantity, trialSize }) => count + quantity * (trialSize ? 2 : 1),
    0,
  )
