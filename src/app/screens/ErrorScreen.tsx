import { Component, useEffect } from 'react'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'

import { type Read, categoriesRead } from '#contract/api/reads.ts'
import { paths, categoryPath } from '#contract/pages/paths.ts'
import { categoryFilterOf } from '#features/catalogue/listing/listTitle.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { failedRead, useOptionalRead } from '#platform/api/reads/reads.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { ChunkError, claimReload, needsReload } from '#platform/rendering/importChunk.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './ErrorScreen.module.css'

type ErrorScreenProps = { children: Elements }
type State = { error: Error | null; isReplacing: boolean }

/** Replaces a screen that threw. Missing products get the not-found page. */
export class ErrorScreen extends Component<ErrorScreenProps, State> {
  override state: State = { error: null, isReplacing: false }

  static getDerivedStateFromError(error: Error): State {
    return { error, isReplacing: needsReload(error) }
  }

  override componentDidCatch() {
    // The server's HTML is gone, so nothing has to wait for hydration.
    markHydrated()
    addEventListener('online', this.replace)
    this.replace()
  }

  override componentWillUnmount() {
    removeEventListener('online', this.replace)
  }

  /** A missing chunk means a deploy: the newest version replaces the page. */
  replace = () => {
    if (!needsReload(this.state.error)) return
    void replaceOutdated().then((isReplacing) => this.setState({ isReplacing }))
  }

  /** Renders the screen again, which then repeats the failed read itself. */
  reset = () => this.setState({ error: null })

  override render() {
    const { error, isReplacing } = this.state
    // An element around the screen, because a browser extension or a translation may have replaced
    // nodes in it, which React could not remove one by one.
    if (!error) return <div className={styles.screen}>{this.props.children}</div>
    if (isReplacing) return <LoadingFallback />
    if (error instanceof ApiError && error.code === 'not_found') return <NotFound />
    const failed = failedRead(error)
    const retry = needsReload(error) ? () => location.reload() : this.reset
    return (
      <PageFailure error={error} onRetry={retry}>
        {failed && <RetryOnRead read={failed} onLoad={this.reset} />}
      </PageFailure>
    )
  }
}

/**
 * The module that activates a new version is imported on demand. If the deploy has removed it too,
 * a reload brings the new version. Returns whether the page is being reloaded. Not `then` with two
 * functions: the build moves `then` behind the download, and a failed download would go unnoticed.
 */
async function replaceOutdated(): Promise<boolean> {
  try {
    const { updateIfOutdated } = await import('#platform/serviceWorker/registration.ts')
    return await updateIfOutdated()
  } catch (error) {
    const isReloading = needsReload(error) && claimReload()
    if (isReloading) location.reload()
    return isReloading
  }
}

type RetryOnReadProps = { read: Read; onLoad: () => void }

/** Resets the error when the failed read succeeds after all, for example back online. */
function RetryOnRead({ read, onLoad }: RetryOnReadProps) {
  const isLoaded = useOptionalRead(read) !== undefined
  useEffect(() => {
    if (isLoaded) onLoad()
  }, [isLoaded, onLoad])
  return null
}

const notLoaded = {
  art: '/images/offline.svg',
  title: 'This page didn’t load',
  text: 'Check your connection and try again.',
}

const notSaved = {
  art: '/images/offline.svg',
  title: 'This page isn’t saved yet',
  text: 'It will open when you’re back online.',
}

const defaultText = 'Something went wrong on our side. Please try again in a moment.'

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
  const text = isApiError ? (error.msg ?? defaultText) : error.message
  return { art, title: 'Unexpected Application Error!', text }
}

type PageFailureProps = { error: unknown; onRetry: () => void; children?: Elements }

/** The error of a page, and what to do. */
export function PageFailure({ error, onRetry, children }: PageFailureProps) {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isConnectionError =
    error instanceof ChunkError ||
    needsReload(error) ||
    (error instanceof ApiError && error.code === 'offline')
  const description = isConnectionError
    ? isOffline
      ? notSaved
      : notLoaded
    : describeError(error as Error)
  return (
    <div role="alert">
      {children}
      <EmptyState {...description}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink to={paths.home} variant="outline">
          Go to Shopping
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

/** An unknown URL, or a product that is gone, with links to similar ones. */
export function NotFound() {
  const { options } = categoryFilterOf({}, useOptionalRead(categoriesRead)?.result.data ?? [])
  return (
    <>
      <EmptyState
        art="/images/not-found.svg"
        isArtWide
        title="We couldn’t find this page"
        text="It may have moved, or the item may no longer be available."
      >
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
        <ButtonLink to={paths.search} variant="outline">
          Search
        </ButtonLink>
      </EmptyState>
      {options.length > 0 && (
        <nav className={styles.others} aria-label="Collections">
          <ul>
            {options.map(({ _id, name }) => (
              <li key={_id}>
                <Link to={categoryPath(_id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
