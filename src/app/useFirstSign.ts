import { useEffect } from 'react'
import { useSWRConfig } from 'swr'

import { whenIdle } from '#platform/rendering/idle.ts'
import { askWholeCategories } from './askWholeCategories.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/**
 * Who touches the page may go on from it: what the next page needs of every shopper comes with the
 * first sign of it, after what the touch itself brings. Who only looks asks for nothing.
 */
export function useFirstSign(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    const watching = new AbortController()
    const options = { passive: true, signal: watching.signal }
    const onSign = () => {
      watching.abort()
      whenIdle(() => askWholeCategories(mutate))
    }
    for (const sign of signs) addEventListener(sign, onSign, options)
    return () => watching.abort()
  }, [mutate])
}
