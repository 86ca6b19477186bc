import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import styles from './TextButton.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** For an action that removes something. */
  isRemoval?: boolean
}

/** A small button without a border, for secondary actions. */
export function TextButton({ isRemoval, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={styles.text} data-removal={isRemoval || undefined} />
  )
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.text} />
}
