import type { Delivery } from '#contract/staff/riders.ts'

/** The size that stays of each item, null for none; an item without an entry is not decided. */
export type Choices = Record<number, string | null>

type Piece = { name: string; size: string; quantity: number }

type Settled = {
  /** As the server takes it. */
  kept: { item: number; size: string }[]
  /** What the rider carries back. */
  pieces: Piece[]
  /** The price of the items of which nothing stays; the charges are not refunded. */
  refundPaise: number
  isComplete: boolean
}

/** What follows from what the customer keeps after a trial. Undecided items count as kept. */
export function settle({ items }: Pick<Delivery, 'items'>, choices: Choices): Settled {
  const kept = items.flatMap(({ item }) => {
    const size = choices[item]
    return size ? [{ item, size }] : []
  })
  const pieces = items.flatMap(({ item, name, size, trialSize, quantity }) => {
    const choice = choices[item]
    if (choice === undefined) return []
    return [size, trialSize]
      .filter((text): text is string => Boolean(text) && text !== choice)
      .map((text) => ({ name, size: text, quantity }))
  })
  const refundPaise = items
    .filter(({ item }) => choices[item] === null)
    .reduce((total, { netPaise }) => total + netPaise, 0)
  return { kept, pieces, refundPaise, isComplete: items.every(({ item }) => item in choices) }
}
