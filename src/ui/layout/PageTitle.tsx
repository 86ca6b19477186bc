import styles from './PageTitle.module.css'

type Props = {
  children: string
  /** Set where the phone's header shows the same title: there only screen readers read this one. */
  isInHeader?: boolean | undefined
}

/** The title of a page. */
export function PageTitle({ children, isInHeader }: Props) {
  return (
    <h1 className={styles.title} data-in-header={isInHeader || undefined}>
      {children}
    </h1>
  )
}
