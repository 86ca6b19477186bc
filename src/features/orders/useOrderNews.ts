import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'

import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { isOrders, orderKey, ordersKey } from './ordersKey.ts'

/**
 * Listens to what the store tells of the user's orders, while the page is looked at and there is a
 * line; whatever changed is asked for at once. Gives whether it is being listened to.
 */
export function useOrderNews(userId: string | undefined): boolean {
  const { mutate } = useSWRConfig()
  const isVisible = useIsVisible()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLive, setIsLive] = useState(false)
  const mayListen = userId !== undefined && isVisible && !isOffline

  useEffect(() => {
    if (!mayListen) return
    const over = new AbortController()
    const askAgain = (orderId: string) =>
      void Promise.all([mutate(ordersKey(userId)), mutate(orderKey(userId, orderId))])
    const { signal } = over
    let wasLive = false
    const onLive = (isHeard: boolean) => {
      if (signal.aborted) return
      setIsLive(isHeard)
      // What was told while the line was broken has gone by.
      if (isHeard && wasLive) void mutate(isOrders)
      wasLive ||= isHeard
    }
    import('./listenToOrders.ts')
      .then(({ listenToOrders }) => listenToOrders({ signal, onOrder: askAgain, onLive }))
      // Without its program there is still the asking.
      .catch(() => undefined)
    return () => {
      over.abort()
      setIsLive(false)
    }
  }, [mayListen, userId, mutate])

  return isLive
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const look = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
