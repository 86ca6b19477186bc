import { getDefaultStore } from 'jotai'
import { useRef, useState } from 'react'

import { ApiError } from '#platform/apiError.ts'
import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { isDefinite } from '#platform/isDefinite.ts'
import { tellFailure, tellServerMessageOr } from '#platform/tell.ts'

const tellOffline = tellFailure(
  'You are offline. Nothing was sent. Please try again once connected.',
)

/**
 * Sends what must not happen twice: a second tap waits in vain, and what was never answered goes
 * out under the same key again. Without a line it is refused, and never kept for later.
 */
export function useOneTry(failure: string) {
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  const unanswered = useRef<{ text: string; key: string }>(undefined)

  async function attempt<Answer>(body: unknown, ask: (key: string) => Promise<Answer>) {
    if (isUnderWay.current) return undefined
    if (getDefaultStore().get(connectivityAtom).status === 'offline') {
      await tellOffline()
      return undefined
    }
    isUnderWay.current = true
    setIsSending(true)
    const text = JSON.stringify(body)
    if (unanswered.current?.text !== text) unanswered.current = { text, key: crypto.randomUUID() }
    try {
      const answer = await ask(unanswered.current.key)
      unanswered.current = undefined
      return answer
    } catch (error) {
      if (error instanceof ApiError && isDefinite(error)) unanswered.current = undefined
      void tellServerMessageOr(failure)(error)
      return undefined
    } finally {
      isUnderWay.current = false
      setIsSending(false)
    }
  }

  return { isSending, attempt }
}
