import { Component, type ReactNode } from 'react'

import { paths } from '#contract/paths.ts'
import { ApiError } from '#platform/apiError.ts'
import { replaceOutdated } from '#platform/newVersion.ts'
import { takeOver } from '#platform/takenOver.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'

/** How browsers say that a program of the page, or its styles, could not be fetched. */
const missingChunk = /dynamically imported module|module script|preload CSS/i

type Props = { children: ReactNode }
type State = { error: Error | null; isReplacing: boolean }

/** What cannot be shown shows here. A thing that is gone gets the not-found page. */
export class ErrorScreen extends Component<Props, State> {
  override state: State = { error: null, isReplacing: false }

  static getDerivedStateFromError(error: Error): State {
    return { error, isReplacing: missingChunk.test(error.message) }
  }

  /** A program that is gone since a deploy comes with the newest version; else it is the line. */
  override componentDidCatch({ message }: Error) {
    // What was drawn is gone: nothing waits for it any longer.
    takeOver()
    if (!missingChunk.test(message)) return
    void replaceOutdated().then((isReplaced) => this.setState({ isReplacing: isReplaced }))
  }

  override render() {
    const { error, isReplacing } = this.state
    if (!error) return this.props.children
    if (isReplacing) return <Loading />
    if (error instanceof ApiError && error.code === 'not_found') return <NotFound />
    const isChunk = missingChunk.test(error.message)
    const isLine = isChunk || (error instanceof ApiError && error.code === 'offline')
    return (
      <div role="alert">
        <EmptyState
          art={isLine ? '/images/offline.svg' : '/images/empty-search.svg'}
          title={isLine ? 'This page is not saved yet' : 'Unexpected Application Error!'}
          text={isLine ? 'It opens as soon as the connection is back.' : error.message}
        >
          <Button onClick={() => (isChunk ? location.reload() : this.setState({ error: null }))}>
            Try again
          </Button>
          <ButtonLink to={paths.home} variant="line">
            Go to Shopping
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
}
