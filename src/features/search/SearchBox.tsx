import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { SearchField } from './SearchField.tsx'
import { useSearchWords } from './useSearchWords.ts'

type Props = {
  /** On a page of its own it has what it suggests below it, not over the page. */
  look?: 'header' | 'page'
  /** Ready to type as soon as it is there. */
  isReady?: boolean
}

/** The search of the header and of the search page; there it shows what was searched for. */
export function SearchBox({ look = 'header', isReady }: Props) {
  const { pathname } = useLocation()
  const words = useSearchWords()
  const asked = pathname === paths.search ? words : ''
  // Another search makes another field: what was typed before is gone.
  return <SearchField key={asked} asked={asked} look={look} isReady={isReady} />
}
