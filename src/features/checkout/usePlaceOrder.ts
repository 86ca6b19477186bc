import { useSetAtom } from 'jotai'
import { useState } from 'react'

import type { PlacedOrder, PlaceOrder } from '#contract/checkout.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/apiError.ts'
import { storageKeys } from '#platform/storageKeys.ts'
import { placeOrder } from './checkoutApi.ts'
import { forgetTry, keyOfTry } from './orderTry.ts'
import { placedOrderAtom } from './placedOrderAtom.ts'

/** Why there is no order. `fresh` is what the bag costs now, where that was the reason. */
export type OrderProblem = {
  code: ApiError['code']
  text: string
  fresh?: Pick<ErrorReply, 'summary' | 'lines'>
}

type Outcome = { order?: PlacedOrder; problem?: OrderProblem }

const offline =
  'You are offline, and your order was not confirmed. Your bag is safe: try again when you are back online.'

/** Sends the order, once, and says what became of it. */
export function usePlaceOrder(addressText: string) {
  const setPlaced = useSetAtom(placedOrderAtom)
  const [isPlacing, setIsPlacing] = useState(false)
  const [problem, setProblem] = useState<OrderProblem>()

  async function place(wanted: PlaceOrder): Promise<Outcome> {
    setProblem(undefined)
    setIsPlacing(true)
    try {
      const order = await placeOrder(wanted, keyOfTry(wanted))
      await pause(rules.checkout.waitMs)
      localStorage.setItem(storageKeys.orderSuccessTimestamp, String(Date.now()))
      await setPlaced(() => ({ order, addressText }))
      // Not before: after a reload in the pause it is what finds the order again.
      forgetTry()
      return { order }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isDefinite(error)) forgetTry()
      const found = problemOf(error)
      setProblem(found)
      return { problem: found }
    } finally {
      setIsPlacing(false)
    }
  }

  return { place, isPlacing, problem }
}

/** After any other failure the order may exist: the next try has to have the same key. */
function isDefinite({ code }: ApiError): boolean {
  const unsure: ApiError['code'][] = ['offline', 'unexpected', 'too_many', 'signed_out', 'conflict']
  return !unsure.includes(code)
}

function problemOf({ code, msg, reply }: ApiError): OrderProblem {
  const text = code === 'offline' ? offline : (msg ?? 'Order could not be placed!')
  const fresh = reply?.summary && { summary: reply.summary, lines: reply.lines }
  return { code, text, ...(fresh && { fresh }) }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
