import { Button } from '@mantine/core'

import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import styles from './LoadState.module.css'
import { errorText } from '#desk/app/request.ts'
import { texts } from '#desk/app/texts.ts'

type Props = {
  problem: Error | undefined
  onRetry: () => void
  texts: { loading?: string; couldNotLoad: string }
  /** How many grey rows stand for what is loading. */
  rows?: number
  /** A part of a page instead of the whole. */
  isPart?: boolean
}

/** What is in the place of data that is not there yet: that it is loading, or why it could not be loaded. */
export function LoadState({ problem, onRetry, texts: own, rows, isPart = false }: Props) {
  if (!problem) return <LoadingRows label={own.loading ?? texts.loading} count={rows} />
  if (!isPart) {
    return (
      <PageState icon="alert" title={own.couldNotLoad} body={errorText(problem, '')}>
        <Button onClick={onRetry}>{texts.tryAgain}</Button>
      </PageState>
    )
  }
  return (
    <div className={styles.part}>
      <Note kind="bad">{errorText(problem, own.couldNotLoad)}</Note>
      <Button variant="line" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
