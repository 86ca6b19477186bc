import { Component, type ReactNode } from 'react'

import { ApiError } from '#platform/api/apiError.ts'
import { needsReload } from '#platform/rendering/importChunk.ts'
import { failedRead } from '#platform/api/reads.ts'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import { NotFound } from './NotFound.tsx'
import { PageFailure } from './PageFailure.tsx'
import { UntilRead } from './UntilRead.tsx'

type Props = { children: ReactNode }
type State = { error: Error | null; isReplacing: boolean }

/** What cannot be shown shows here. A thing that is gone gets the not-found page. */
export class ErrorScreen extends Component<Props, State> {
  override state: State = { error: null, isReplacing: false }

  static getDerivedStateFromError(error: Error): State {
    return { error, isReplacing: needsReload(error) }
  }

  /** A program that is gone since a deploy comes with the newest version; else it is the line. */
  override componentDidCatch(error: Error) {
    // What was drawn is gone: nothing waits for it any longer.
    markHydrated()
    if (!needsReload(error)) return
    void replaceOutdated().then((isReplaced) => this.setState({ isReplacing: isReplaced }))
  }

  /** What failed to be read is asked for again by the screen, as by any that opens. */
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
        {lacked && <UntilRead read={lacked} onAnswer={this.again} />}
      </PageFailure>
    )
  }
}

/** No first view needs it; where it cannot be downloaded either, the shopper can open the page anew. */
const replaceOutdated = () =>
  import('#platform/serviceWorker/registration.ts').then(
    (module) => module.updateIfOutdated(),
    () => false,
  )
