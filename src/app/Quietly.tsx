import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode }
type State = { hasFailed: boolean }

/** What is beside the page goes without a word where it fails: the page stays. */
export class Quietly extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
