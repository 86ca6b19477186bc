import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'

import { paths } from '#contract/paths.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { ChunkError, needsReload } from '#platform/rendering/importChunk.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

const notLoaded = {
  art: '/images/offline.svg',
  title: 'This page didn’t load',
  text: 'Check your connection and try again.',
}

const notSaved = {
  art: '/images/offline.svg',
  title: 'This page is not saved yet',
  text: 'It will open when you’re back online.',
}

const noAnswer = 'Something went wrong on our side. Please try again in a moment.'

/**
 * The server's message if it sent one. Errors of a gateway have only a URL and a status, which do
 * not help shoppers. Anything else shows its own message.
 */
function describeError(error: Error) {
  const art = '/images/empty-search.svg'
  const isApiError = error instanceof ApiError
  if (isApiError && error.code === 'unavailable' && error.msg) {
    return { art, title: 'Just a moment', text: error.msg }
  }
  const text = isApiError ? (error.msg ?? noAnswer) : error.message
  return { art, title: 'Unexpected Application Error!', text }
}

type Props = { error: unknown; onRetry: () => void; children?: ReactNode }

/** The error of a page, and what to do. */
export function PageFailure({ error, onRetry, children }: Props) {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isUnreached =
    error instanceof ChunkError ||
    needsReload(error) ||
    (error instanceof ApiError && error.code === 'offline')
  const description = isUnreached
    ? isOffline
      ? notSaved
      : notLoaded
    : describeError(error as Error)
  return (
    <div role="alert">
      {children}
      <EmptyState {...description}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink to={paths.home} variant="line">
          Go to Shopping
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
