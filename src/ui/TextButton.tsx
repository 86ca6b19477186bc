import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import styles from './TextButton.module.css'

/** A small step beside something else: words in mint, without a box. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} className={styles.text} />
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.text} />
}
