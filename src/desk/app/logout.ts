import { atom, getDefaultStore } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import { request } from './request.ts'
import { endSession } from './session.ts'

/** How long a log out waits for the server; after that only this device forgets the session. */
const limitMs = 4000

/** How many of a rider's moves would be lost by the log out that was asked for; 0 if none was stopped. */
export const unsentMovesAtom = atom(0)

/** What a rider's phone has stored. Its file may be missing on the device of others without a connection. */
const loadMoves = () => import('#desk/rider/moves/moves.ts').catch(() => undefined)

/** Its push subscription; without the file it is deleted on the server all the same. */
const forgetPush = () =>
  import('./push.ts').then((push) => push.forgetPush()).catch(() => undefined)

/** Logs out here and on the server, and forgets everything that was read and stored. */
export function useLogout() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const store = getDefaultStore()

  async function end({ losesMoves }: { losesMoves: boolean }) {
    setIsBusy(true)
    const moves = await loadMoves()
    const unsent = losesMoves ? 0 : ((await moves?.sendWaitingMoves(limitMs)) ?? 0)
    store.set(unsentMovesAtom, unsent)
    if (unsent > 0) return setIsBusy(false)
    const signal = AbortSignal.timeout(limitMs)
    await request('staffLogout', { signal }).catch(() => undefined)
    endSession()
    // The next person may have another role, for which this page does not exist.
    void navigate('/', { replace: true })
    await Promise.all([
      forgetPush(),
      mutate(() => true, undefined, { revalidate: false }),
      moves?.forgetDeliveries(),
    ])
  }
  return {
    isBusy,
    logout: () => void end({ losesMoves: false }),
    /** After the question about moves that were not sent. */
    logoutAnyway: () => void end({ losesMoves: true }),
  }
}
