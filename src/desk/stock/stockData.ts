import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { StockRow } from '#contract/staff/stock.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { hasLabel, normalCode, productCodesOf } from '#desk/ui/labels/labelCode.ts'
import { texts } from './texts.ts'

export type StockQuery = { search: string; warehouse: string; low?: 'true' }

/** What is searched stands in the URL, so that a list can be sent to somebody. */
export function useStockQuery() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const warehouse = params.get('warehouse') ?? ''
  const query: StockQuery = {
    ...{ search, warehouse },
    ...(params.get('low') === 'true' && { low: 'true' }),
  }
  return {
    query,
    change: (changes: Partial<Record<keyof StockQuery, string>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value) after.set(name, value)
            else after.delete(name)
          }
          return after
        },
        { replace: true },
      ),
  }
}

/** One page of the stock. `show` puts a changed row in its place. */
export function useStockRows(query: StockQuery, cursor?: string) {
  const { data, problem, isReading, refresh, update } = useRead(
    'readStock',
    { query: { ...query, cursor } },
    { keepPreviousData: cursor === undefined, shouldRetryOnError: false },
  )
  return {
    rows: data?.result.data,
    nextCursor: data?.result.cursor ?? undefined,
    ...{ problem, isReading, refresh },
    show: (row: StockRow) =>
      update(({ result, ...response }) => ({
        ...response,
        result: {
          ...result,
          data: result.data.map((other) => (rowKey(other) === rowKey(row) ? row : other)),
        },
      })),
  }
}

export const rowKey = ({ productId, size, warehouseId }: StockRow): string =>
  `${productId} ${size} ${warehouseId}`

/** The rows of the product whose label was scanned; the code may come without a size. */
export async function findLabel(scan: string, warehouse: string): Promise<StockRow[]> {
  for (const code of productCodesOf(scan)) {
    const { result } = await request('readStock', { query: { search: code, warehouse } })
    const rows = result.data.filter((row) => normalCode(row.code) === code)
    if (rows.length > 0) return rows
  }
  return []
}

export type StockScan = { isRight: boolean; text: string; at: number }

/** Finds what is scanned on the page: its product is searched, and its size is said. */
export function useStockScan({ query, change }: ReturnType<typeof useStockQuery>) {
  const [answer, setAnswer] = useState<StockScan>()
  const [scanned, setScanned] = useState<string>()
  return {
    answer,
    isScanned: (row: StockRow) => scanned !== undefined && hasLabel(row, scanned),
    scan: async (code: string) => {
      try {
        const rows = await findLabel(code, query.warehouse)
        setScanned(code)
        setAnswer(answerOf(code, rows))
        if (rows[0]) change({ search: rows[0].code, low: '' })
      } catch (error) {
        setAnswer({ isRight: false, text: errorText(error, texts.couldNotLoad), at: Date.now() })
      }
    },
  }
}

function answerOf(code: string, rows: StockRow[]): StockScan {
  const at = Date.now()
  const [first] = rows
  if (!first) return { isRight: false, text: texts.notFound(normalCode(code)), at }
  const ofSize = rows.filter((row) => hasLabel(row, code))
  if (!ofSize[0]) return { isRight: true, text: first.code, at }
  const onHand = ofSize.reduce((total, row) => total + row.onHand, 0)
  return { isRight: true, text: texts.scanned(first.code, ofSize[0].size, onHand), at }
}

/** Saves a change of a row: problems of fields stand at their fields. */
export function useStockChange(onSaved: (row: StockRow) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  return {
    ...{ isBusy, problems, setProblems },
    /** `field` is where a problem stands that belongs to no field of its own. */
    save: async (field: string, send: () => Promise<{ result: StockRow }>) => {
      if (isBusy) return
      setIsBusy(true)
      setProblems({})
      try {
        onSaved((await send()).result)
      } catch (error) {
        const ofFields = error instanceof ApiError ? error.response?.fields : undefined
        setProblems(ofFields ?? { [field]: errorText(error) })
      }
      setIsBusy(false)
    },
  }
}
