import { Component, type ReactNode } from 'react'

import { ApiError } from '#platform/apiError.ts'
import { NotFound } from './NotFound.tsx'

type Props = { children: ReactNode }
type State = { error: Error | null }

/** What cannot be shown shows here. A thing that is gone gets the not-found page. */
export class ErrorScreen extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (error instanceof ApiError && error.code === 'not_found') return <NotFound />
    return (
      <main role="alert">
        <h1>Unexpected Application Error!</h1>
        <p>{error.message}</p>
      </main>
    )
  }
}
