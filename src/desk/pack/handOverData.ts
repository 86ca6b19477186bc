import { useState } from 'react'

import type { Rider } from '#contract/staff/board.ts'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { normalCode } from '#desk/ui/labels/labelCode.ts'
import { polling } from '#platform/api/polling.ts'
import { texts as packTexts } from './texts.ts'

const texts = packTexts.handOver
const pollMs = 4000

export type ScanAnswer = { isRight: boolean; text: string; at: number }
/** What came of one order of a hand-over. */
export type HandOverResult = { number: string; isDone: boolean; text: string }

const answerOf = (isRight: boolean, text: string): ScanAnswer => ({ isRight, text, at: Date.now() })

/** The ready orders, which of them are chosen, and their hand-over to a rider. */
export function useHandOver() {
  const { data, problem, refresh } = useRead('readBoard', {}, polling(pollMs))
  const riders = useRiders()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [answer, setAnswer] = useState<ScanAnswer>()
  const [results, setResults] = useState<readonly HandOverResult[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const orders = data?.result.data.filter(({ state }) => state === 'ready')
  const chosenOrders = (orders ?? []).filter(({ number }) => chosen.includes(number))

  function choose(number: string, isChosen: boolean) {
    setResults([])
    setChosen((before) => {
      const others = before.filter((other) => other !== number)
      return isChosen ? [...others, number] : others
    })
  }
  function scan(code: string) {
    const number = normalCode(code)
    if (!orders?.some((order) => order.number === number))
      return setAnswer(answerOf(false, texts.notReady(number)))
    if (chosen.includes(number)) return setAnswer(answerOf(true, texts.alreadyChosen(number)))
    choose(number, true)
    setAnswer(answerOf(true, texts.chosen(number)))
  }
  async function handOver(rider: Rider) {
    setIsBusy(true)
    setResults([])
    setAnswer(undefined)
    for (const { number } of chosenOrders) {
      const result = await handOverOne(number, rider)
      setResults((before) => [...before, result])
      if (result.isDone) setChosen((before) => before.filter((other) => other !== number))
    }
    setIsBusy(false)
    refresh()
    riders.refresh()
  }
  return {
    ...{ orders, problem, refresh, riders, chosenOrders, choose, scan, answer },
    ...{ results, isBusy, handOver },
    chooseAll: () => {
      setResults([])
      setChosen((orders ?? []).map(({ number }) => number))
    },
    clear: () => setChosen([]),
  }
}

export type HandOver = ReturnType<typeof useHandOver>

async function handOverOne(number: string, rider: Rider): Promise<HandOverResult> {
  try {
    const body = { move: 'handOver', from: 'ready', riderId: rider.id } as const
    await request('moveOrder', { params: { number }, body })
    return { number, isDone: true, text: texts.done(number, rider.name) }
  } catch (error) {
    return { number, isDone: false, text: `${number}: ${errorText(error, texts.failed)}` }
  }
}

/** The riders: those on shift first, then those with the fewest orders. */
function useRiders() {
  const { data, problem, refresh } = useRead('readRiders')
  const riders = data && [...data.result.data].sort(byAvailability)
  return { riders, problem, refresh }
}

const byAvailability = (a: Rider, b: Rider): number =>
  Number(b.isOnShift) - Number(a.isOnShift) ||
  a.orderCount - b.orderCount ||
  a.name.localeCompare(b.name)
