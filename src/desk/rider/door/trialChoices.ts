import type { Delivery } from '#contract/staff/riders.ts'
import { moneyAfterTrial } from '#contract/staff/trial.ts'

/** The size that stays of each item, null for none; an item without an entry is not decided. */
export type Choices = Record<number, string | null>

type ReturnedItem = { name: string; size: string; quantity: number }

type Settled = {
  /** As the server takes it. */
  kept: { item: number; size: string }[]
  /** What the rider carries back. */
  returnedItems: ReturnedItem[]
  /** What is collected before the rider leaves. */
  duePaise: number
  /** What is refunded of the items of which nothing stays; the charges are not. */
  refundPaise: number
  isComplete: boolean
}

/** What follows from what the customer keeps after a trial. Undecided items count as kept. */
export function settle(
  { items, duePaise }: Pick<Delivery, 'items' | 'duePaise'>,
  choices: Choices,
): Settled {
  const kept = items.flatMap(({ item }) => {
    const size = choices[item]
    return size ? [{ item, size }] : []
  })
  const returnedItems = items.flatMap(({ item, name, size, trialSize, quantity }) => {
    const choice = choices[item]
    if (choice === undefined) return []
    return [size, trialSize]
      .filter((text): text is string => Boolean(text) && text !== choice)
      .map((text) => ({ name, size: text, quantity }))
  })
  const returned = items.filter(({ item }) => choices[item] === null)
  const isComplete = items.every(({ item }) => item in choices)
  return { kept, returnedItems, ...moneyAfterTrial(returned, duePaise), isComplete }
}
