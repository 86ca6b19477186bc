import { getDefaultStore } from 'jotai'
import type { ScopedMutator } from 'swr'

import type { Cart, CartLine } from '#contract/cart.ts'
import { untilForgotten } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellPlainly } from '#platform/tell.ts'
import type { Changed } from './cartApi.ts'
import { cartAtom } from './cartAtom.ts'
import { without, withLines } from './cartLines.ts'

export const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Comes with the first call: no first sight needs it. */
export const cartApi = () => import('./cartApi.ts')

export type Ask = (userId: string) => Promise<Changed>
/** Works on the lines as they are by then: a second tap or another tab may have been faster. */
export type Edit = (lines: CartLine[]) => CartLine[]

const store = getDefaultStore()

/** Writes go one after the other, so that the last answer is the newest. */
let lastWrite: Promise<unknown> = Promise.resolve()
let unanswered = 0

function inTurn(ask: () => Promise<Changed>): Promise<Changed> {
  unanswered += 1
  const answer = lastWrite.then(ask).finally(() => (unanswered -= 1))
  lastWrite = answer.catch(() => undefined)
  return answer
}

/** Shows what the server says, unless something was tapped since: that an older answer would undo. */
export function keepCart(answer: Cart): void {
  if (unanswered === 0) void store.set(cartAtom, () => answer)
}

/** What was ordered is in the bag no more, whether or not the line lasts to read it anew. */
export function leaveOrdered(lineIds: string[]): void {
  void store.set(cartAtom, (shown) => withLines(shown, lineIds.reduce(without, shown.products)))
}

/** Shows the edited lines at once, then what the server says; takes them back if it refuses. */
export async function changeCart(mutate: ScopedMutator, edit: Edit, ask: Ask): Promise<void> {
  const userId = store.get(userIdAtom)
  const before = store.get(cartAtom)
  void store.set(cartAtom, (shown) => withLines(shown, edit(shown.products)))
  if (!userId) return
  const key = cartKey(userId)
  const isTheirs = untilForgotten()
  try {
    const answer = inTurn(() => ask(userId))
    await mutate(
      key,
      answer.then(({ result }) => result),
      { revalidate: false },
    )
    const { result, msg } = await answer
    if (!isTheirs()) return
    keepCart(result)
    if (msg) await tellPlainly(msg)
  } catch (thrown) {
    if (!isTheirs()) return
    void store.set(cartAtom, () => before)
    void mutate(key)
    throw thrown
  }
}
