import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'

import { paths } from '#contract/paths.ts'
import { ApiError } from '#platform/apiError.ts'
import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { ChunkError, needsReload } from '#platform/importChunk.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

const notLoaded = {
  art: '/images/offline.svg',
  title: 'This page didn’t load',
  text: 'Check your connection and try again.',
}

const atLine = {
  art: '/images/offline.svg',
  title: 'This page is not saved yet',
  text: 'It opens as soon as the connection is back.',
}

/** A store that is busy says so itself; what nobody has foreseen is told as it came. */
function saidOf(error: Error) {
  const art = '/images/empty-search.svg'
  const msg = error instanceof ApiError && error.code === 'unavailable' ? error.msg : undefined
  return msg
    ? { art, title: 'Just a moment', text: msg }
    : { art, title: 'Unexpected Application Error!', text: error.message }
}

type Props = { error: unknown; onRetry: () => void; children?: ReactNode }

/** A page that could not be shown: why, and what to do. */
export function PageFailure({ error, onRetry, children }: Props) {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isUnreached =
    error instanceof ChunkError ||
    needsReload(error) ||
    (error instanceof ApiError && error.code === 'offline')
  const said = isUnreached ? (isOffline ? atLine : notLoaded) : saidOf(error as Error)
  return (
    <div role="alert">
      {children}
      <EmptyState {...said}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink to={paths.home} variant="line">
          Go to Shopping
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
