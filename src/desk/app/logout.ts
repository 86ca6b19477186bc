import { useState } from 'react'
import { useSWRConfig } from 'swr'

import { request } from './request.ts'
import { endSession } from './session.ts'

/** How long a log out waits for the server; after that only this device forgets the session. */
const limitMs = 4000

/** Logs out here and on the server, and forgets everything that was read. */
export function useLogout() {
  const { mutate } = useSWRConfig()
  const [isBusy, setIsBusy] = useState(false)

  async function end() {
    setIsBusy(true)
    const signal = AbortSignal.timeout(limitMs)
    await request('staffLogout', { signal }).catch(() => undefined)
    endSession()
    await mutate(() => true, undefined, { revalidate: false })
  }
  return { isBusy, logout: () => void end() }
}
