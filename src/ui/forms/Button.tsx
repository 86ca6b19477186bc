import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import { asElements, type Elements } from '#ui/elements.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './Button.module.css'

type ButtonStyle = {
  /** `primary` is the main action of a screen; `outline` and `danger` have a border and no fill. */
  variant?: 'default' | 'primary' | 'outline' | 'danger'
  size?: 's' | 'm'
  isWide?: boolean
}

type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
    children: Elements | string
    /** Shown instead with a spinner while the action runs. */
    busyText?: Elements | string
    isBusy?: boolean
    ref?: Ref<HTMLButtonElement>
  }

export function Button(props: ButtonProps) {
  const { variant, size, isWide, busyText, isBusy, children, disabled, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      {...attributesOf({ variant, size, isWide })}
      // A busy button keeps focus, which `disabled` would remove; it only ignores clicks.
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {asElements(isBusy && busyText !== undefined ? busyText : children)}
    </button>
  )
}

/**
 * Ignores a click on a busy button. This also prevents a form from being submitted twice, by click
 * or Enter.
 */
const ignore = (event: MouseEvent) => event.preventDefault()

type ButtonLinkProps = ButtonStyle & LinkProps & { ref?: Ref<HTMLAnchorElement> }

/** A link that looks like a button, for the next step. */
export function ButtonLink({ variant, size, isWide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} {...attributesOf({ variant, size, isWide })} />
}

const attributesOf = ({ variant = 'default', size = 'm', isWide }: ButtonStyle) => ({
  className: styles.button,
  'data-variant': variant,
  'data-size': size,
  'data-wide': isWide || undefined,
})

type TextButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** For an action that removes something. */
  isRemoval?: boolean
}

/** A small button without a border, for secondary actions. */
export function TextButton({ isRemoval, ...rest }: TextButtonProps) {
  return (
    <button type="button" {...rest} className={styles.text} data-removal={isRemoval || undefined} />
  )
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.text} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  icon: string
  /** The accessible name. */
  label: string
  /** On an image it has a light background in both themes. */
  isOnImage?: boolean
}

export function IconButton({ icon, label, isOnImage, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.iconButton}
      data-on-image={isOnImage || undefined}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}
