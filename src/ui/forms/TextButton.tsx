import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import styles from './TextButton.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Where the step takes something away. */
  isRemoval?: boolean
}

/** A small step beside something else: words in mint, without a box. */
export function TextButton({ isRemoval, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={styles.text} data-removal={isRemoval || undefined} />
  )
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.text} />
}
