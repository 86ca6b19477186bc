import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { PickOrder } from '#contract/staff/picking.ts'
import { errorText, request, useRead } from '#desk/app/request.ts'
import {
  bagLetters,
  isPicked,
  matchScan,
  type PickLine,
  lineKey,
  pickLinesOf,
  type RoundOrder,
  roundOrdersOf,
  type ScanMatch,
  usualRound,
} from './pickRound.ts'
import { texts } from '#desk/pack/texts.ts'

/** How often the list is read again: other packers tick and new orders come. */
const pollMs = 4000

/** What the last scan or tap led to. */
export type Answer = { match: ScanMatch; at: number }

/** How many pieces of an item are picked, on its way to the server. */
type Tick = { picked: number }

/** A tick that was not saved. */
export type PickProblem = { key: string; text: string }

/**
 * The round of a packer: its orders stand in the URL, so that the letters of the bags survive a reload and another
 * packer can help with the same round.
 */
export function usePickRound() {
  const list = usePickList()
  const { numbers, setNumbers } = useRoundNumbers(list.orders)
  const [answer, setAnswer] = useState<Answer>()
  const orders = roundOrdersOf(numbers, list.orders ?? [])
  const lines = pickLinesOf(orders)
  const marking = useMarkReady(list)

  const answerWith = (match: ScanMatch) => setAnswer(scanResultOf(match))
  function setPicked(line: PickLine, picked: number) {
    if (picked > line.picked) answerWith({ kind: 'right', line })
    else setAnswer(undefined)
    list.setPicked(line, picked)
  }
  return {
    ...{ list, numbers, setNumbers, orders, lines, answer, setPicked, marking },
    scan: (code: string) => {
      const match = matchScan(code, lines)
      if (match.kind === 'right') setPicked(match.line, match.line.picked + 1)
      else answerWith(match)
    },
    undo: () => {
      if (answer?.match.kind !== 'right') return
      const { key } = answer.match.line
      const line = lines.find((other) => other.key === key)
      if (line && line.picked > 0) setPicked(line, line.picked - 1)
    },
    /** The orders of the round that left the list: they are ready, cancelled, or somebody else's by now. */
    leftOrders: list.orders
      ? numbers.filter((number) => number && !orders.some(isOrder(number)))
      : [],
  }
}

export type PickRound = ReturnType<typeof usePickRound>

const scanResultOf = (match: ScanMatch): Answer => ({ match, at: Date.now() })

const isOrder = (number: string) => (order: PickOrder) => order.number === number

function useRoundNumbers(orders: PickOrder[] | undefined) {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('orders')
  const usual = orders && usualRound(orders).join(',')
  useEffect(() => {
    // From now on the letters of the bags belong to these orders, whatever else comes in.
    if (chosen === null && usual) setParams({ orders: usual }, { replace: true })
  }, [chosen, usual, setParams])
  return {
    numbers: (chosen ?? usual ?? '').split(',').slice(0, bagLetters.length),
    setNumbers: (numbers: readonly string[]) => setParams({ orders: numbers.join(',') }),
  }
}

/** The pick list with the ticks that are on their way to the server. */
function usePickList() {
  const { data, problem, refresh, update } = useRead(
    'readPickList',
    {},
    {
      refreshInterval: pollMs,
      shouldRetryOnError: false,
    },
  )
  const [pending, setPending] = useState<Record<string, Tick>>({})
  const [pickProblem, setPickProblem] = useState<PickProblem>()
  // One after the other, so that the last tick of a piece is the one that counts.
  const queue = useRef(Promise.resolve())
  const show = (order: PickOrder) =>
    update(({ result, ...response }) => ({
      ...response,
      result: {
        ...result,
        orders: result.orders.map((other) => (other.number === order.number ? order : other)),
      },
    }))

  async function send({ number, item, size, key }: PickLine, tick: Tick) {
    try {
      const body = { item, size, ...tick }
      const { result } = await request('pickItem', { params: { number }, body })
      show(result)
    } catch (error) {
      setPickProblem({ key, text: errorText(error, texts.couldNotSaveTick) })
      refresh()
    }
    setPending((before) => {
      const { [key]: newest, ...others } = before
      // After an undo, an earlier tick may have the same number as one that waits.
      return newest === tick ? others : before
    })
  }
  return {
    orders: data && withPending(data.result.orders, pending),
    ...{ problem, pickProblem, refresh },
    setPicked: (line: PickLine, picked: number) => {
      const tick = { picked }
      setPickProblem(undefined)
      setPending((before) => ({ ...before, [line.key]: tick }))
      queue.current = queue.current.then(() => send(line, tick))
    },
    /** Until every tick is saved, or has failed. */
    settled: () => queue.current,
    /** Without an order that is ready. */
    remove: (number: string) =>
      update(({ result, ...response }) => ({
        ...response,
        result: { ...result, orders: result.orders.filter((order) => order.number !== number) },
      })),
  }
}

type PickList = ReturnType<typeof usePickList>

const withPending = (orders: PickOrder[], pending: Record<string, Tick>): PickOrder[] =>
  orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      picked: pending[lineKey(order.number, item)]?.picked ?? item.picked,
    })),
  }))

export const isComplete = ({ items }: PickOrder): boolean => items.every(isPicked)

/** Marks orders ready, one or all that are complete. */
function useMarkReady({ remove, refresh, settled }: PickList) {
  const [busy, setBusy] = useState<readonly string[]>([])
  const [ready, setReady] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()

  async function mark({ number }: RoundOrder) {
    try {
      // A complete order has ticks, and the first tick has started its packing.
      const body = { move: 'markReady', from: 'packing' } as const
      await request('moveOrder', { params: { number }, body })
      setReady((before) => [...before, number])
      remove(number)
    } catch (error) {
      setProblem(`${number}: ${errorText(error, texts.couldNotMarkReady)}`)
      refresh()
    }
  }
  return {
    ...{ busy, ready, problem },
    markReady: async (orders: readonly RoundOrder[]) => {
      if (busy.length > 0) return
      setProblem(undefined)
      setBusy(orders.map(({ number }) => number))
      await settled()
      for (const order of orders) await mark(order)
      setBusy([])
    },
  }
}
