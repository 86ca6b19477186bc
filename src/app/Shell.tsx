import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'

import { followSession } from '#platform/session.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { NotFound } from './NotFound.tsx'
import { Screens } from './Screens.tsx'

type Props = {
  /** Answers that came with the page, by SWR's key. */
  fallback: Record<string, unknown>
  /** The server found nothing at the first address. */
  isNotFound: boolean
}

/** The whole store, the same on the server and in the browser. */
export function Shell({ fallback, isNotFound }: Props) {
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'
  // After the first draw, which is the same as the server's: a visitor's.
  useEffect(followSession, [])

  return (
    <SWRConfig value={{ fallback, revalidateOnFocus: false }}>
      <ErrorScreen key={pathname}>
        <Suspense>{isNotFound && isFirst ? <NotFound /> : <Screens />}</Suspense>
      </ErrorScreen>
    </SWRConfig>
  )
}
