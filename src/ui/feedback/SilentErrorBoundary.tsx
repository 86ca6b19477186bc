import { Component, type ReactNode } from 'react'

type Props = {
  /** A new one is a new try; what has not failed stays as it is. */
  attempt: string
  children: ReactNode
}
type State = { hasFailed: boolean; attempt: string }

/** What is beside the page goes without a word where it fails: the page stays. */
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
