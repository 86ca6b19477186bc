import type { ReactNode } from 'react'

import type { CartLine } from '#contract/cart.ts'
import { Note } from '#ui/feedback/Note.tsx'

type Props = {
  /** What is not there as often as it is wanted. */
  lines: CartLine[]
  /** What to do about it. */
  children: ReactNode
}

/** Names what cannot be ordered any more, in the words in which the store would refuse it. */
export function ShortNote({ lines, children }: Props) {
  return (
    <Note tone="danger">
      {lines.map((line) => (
        <p key={line._id}>{shortText(line)}</p>
      ))}
      {children}
    </Note>
  )
}

function shortText({ productId: { name, stock }, size }: CartLine): string {
  const left = stock[size] ?? 0
  return left > 0
    ? `Only ${left} left of ${name} in size ${size}`
    : `${name} in size ${size} is sold out`
}
