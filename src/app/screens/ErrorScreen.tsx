import { Component, type ReactNode, useEffect } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { failedRead, useOptionalRead } from '#platform/api/reads.ts'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { needsReload } from '#platform/rendering/importChunk.ts'
import { LoadingPart } from '#ui/feedback/Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { PageFailure } from './PageFailure.tsx'

type Props = { children: ReactNode }
type State = { error: Error | null; isReplacing: boolean }

/** Replaces a screen that threw. Missing products get the not-found page. */
export class ErrorScreen extends Component<Props, State> {
  override state: State = { error: null, isReplacing: false }

  static getDerivedStateFromError(error: Error): State {
    return { error, isReplacing: needsReload(error) }
  }

  /**
   * A missing chunk means a deploy: the newest version is activated. Otherwise the connection
   * failed.
   */
  override componentDidCatch(error: Error) {
    // The server's HTML is gone, so nothing has to wait for hydration.
    markHydrated()
    if (!needsReload(error)) return
    void replaceOutdated().then((isReplaced) => this.setState({ isReplacing: isReplaced }))
  }

  /** The screen itself reads the failed data again. */
  again = () => this.setState({ error: null })

  override render() {
    const { error, isReplacing } = this.state
    if (!error) return this.props.children
    if (isReplacing) return <LoadingPart />
    if (error instanceof ApiError && error.code === 'not_found') return <NotFound />
    const lacked = failedRead(error)
    const retry = needsReload(error) ? () => location.reload() : this.again
    return (
      <PageFailure error={error} onRetry={retry}>
        {lacked && <RetryOnRead read={lacked} onAnswer={this.again} />}
      </PageFailure>
    )
  }
}

/** Imported on demand; if the import fails, the shopper can reload the page. */
const replaceOutdated = () =>
  import('#platform/serviceWorker/registration.ts').then(
    (module) => module.updateIfOutdated(),
    () => false,
  )

type UntilReadProps = { read: Read; onAnswer: () => void }

/** Resets the error when the failed read succeeds after all, for example back online. */
function RetryOnRead({ read, onAnswer }: UntilReadProps) {
  const isAnswered = useOptionalRead(read) !== undefined
  useEffect(() => {
    if (isAnswered) onAnswer()
  }, [isAnswered, onAnswer])
  return null
}
