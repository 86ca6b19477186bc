import { Button } from '@mantine/core'

import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './Connections.module.css'

type Props = {
  texts: { title: string; add: string; intro: string; empty: string; couldNotLoad: string }
  /** How many there are; undefined until they are read. */
  count: number | undefined
  problem: Error | undefined
  onRetry: () => void
  onAdd: () => void
  /** The table, if there are any. */
  children: Elements
}

/** One kind of connection: what it is for, those that there are, and a button that adds one. */
export function ConnectionSection({ texts, count, problem, onRetry, onAdd, children }: Props) {
  return (
    <section className={styles.card} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
        <Button variant="line" leftSection={<Icon name="plus" size="s" />} onClick={onAdd}>
          {texts.add}
        </Button>
      </header>
      <p className={styles.intro}>{texts.intro}</p>
      {count === undefined && (
        <LoadState problem={problem} onRetry={onRetry} texts={texts} rows={2} isPart />
      )}
      {count === 0 && <p className={styles.empty}>{texts.empty}</p>}
      {count !== undefined && count > 0 && children}
    </section>
  )
}
