import { Component, type ReactNode } from 'react'

type Props = {
  /** A new value retries; content that has not failed stays. */
  attempt: string
  children: ReactNode
}
type State = { hasFailed: boolean; attempt: string }

/** Hides optional content that fails, without a message, so that the page stays. */
export class SilentErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, attempt: this.props.attempt }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ attempt }: Props, state: State): State | null {
    return attempt === state.attempt ? null : { hasFailed: false, attempt }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
