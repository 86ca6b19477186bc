import { Component, type ReactNode } from 'react'

import { paths } from '#contract/paths.ts'
import { ApiError } from '#platform/apiError.ts'
import { lackedRead } from '#platform/lackedRead.ts'
import { replaceOutdated } from '#platform/newVersion.ts'
import { takeOver } from '#platform/takenOver.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { UntilRead } from './UntilRead.tsx'

/** How browsers say that a program of the page, or its styles, could not be fetched. */
const missingChunk = /dynamically imported module|module script|preload CSS/i

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

  /** What failed to be read is asked for again by the screen, as by any that opens. */
  again = () => this.setState({ error: null })

  override render() {
    const { error, isReplacing } = this.state
    if (!error) return this.props.children
    if (isReplacing) return <Loading />
    if (error instanceof ApiError && error.code === 'not_found') return <NotFound />
    const isChunk = missingChunk.test(error.message)
    const isLine = isChunk || (error instanceof ApiError && error.code === 'offline')
    const said = isLine ? atLine : saidOf(error)
    const lacked = lackedRead(error)
    return (
      <div role="alert">
        {lacked && <UntilRead read={lacked} onAnswer={this.again} />}
        <EmptyState {...said}>
          <Button onClick={() => (isChunk ? location.reload() : this.again())}>Try again</Button>
          <ButtonLink to={paths.home} variant="line">
            Go to Shopping
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
}
