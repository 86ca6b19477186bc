import type { ReactElement } from 'react'

/**
 * Children that stand beside others. A text among them could not be changed on a translated page
 * (eslint.translation.js), so it needs an element of its own.
 */
export type Elements = ReactElement | boolean | null | undefined | '' | readonly Elements[]

/** A text in an element of its own; elements as they are. */
export const asElements = (content: Elements | string): Elements =>
  typeof content === 'string' && content !== '' ? <span>{content}</span> : content
