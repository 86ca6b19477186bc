import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { suggestionsRead } from '#contract/api/reads.ts'
import { rules } from '#contract/rules.ts'
import { fetchRead } from '#platform/api/reads.ts'

const { typingPauseMs, suggestions: shownCount } = rules.search

type Suggested = {
  suggestions: Product[]
  /** It was asked, and there is nothing to suggest. */
  hasNone: boolean
}

/** What may be meant by `typed`, asked once the typing rests. Nothing is asked for nothing. */
export function useSuggestions(typed: string): Suggested {
  const words = useRested(typed.trim())
  const asked = useRef<AbortController>(null)
  const { data, isLoading } = useSWR(
    words ? suggestionsRead(words) : null,
    (read) => {
      asked.current?.abort()
      asked.current = new AbortController()
      return fetchRead(read, asked.current.signal)
    },
    { keepPreviousData: true, shouldRetryOnError: false, revalidateIfStale: false },
  )
  const found = words ? data?.result.data.slice(0, shownCount) : undefined
  const isAnswered = found !== undefined && !isLoading && words === typed.trim()
  return { suggestions: found ?? [], hasNone: isAnswered && found.length === 0 }
}

/** The words as they were when the typing last rested; empty at once. */
function useRested(words: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), words ? typingPauseMs : 0)
    return () => clearTimeout(timer)
  }, [words])
  return words && rested
}
