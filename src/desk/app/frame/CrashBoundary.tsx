import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { texts } from '#desk/app/texts.ts'

type Props = { children: ReactNode }

/** Shows what to do after an error in rendering. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError = () => ({ hasCrashed: true })

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    const { title, body, reload } = texts.crashed
    return (
      <main>
        <PageState icon="alert" title={title} body={body}>
          <Button onClick={() => location.reload()}>{reload}</Button>
        </PageState>
      </main>
    )
  }
}
