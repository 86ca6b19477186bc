import type { PickItem, PickOrder } from '#contract/staff/picking.ts'
import { hasLabel, normalCode } from '#desk/ui/labels/labelCode.ts'

/** The bags of a round: one per order. */
export const bagLetters = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type BagLetter = (typeof bagLetters)[number]

const usualCount = 3

/** An order of the round, with the letter of its bag. */
export type RoundOrder = PickOrder & { letter: BagLetter }

/** What is to be taken from a shelf for one order. */
export type PickLine = PickItem & { number: string; letter: BagLetter; key: string }

/** What is done about a line whose items cannot be found. */
export type Resolution =
  | { kind: 'swap'; size: string }
  | { kind: 'cancelItem'; quantity: number }
  | { kind: 'cancelOrder' }

export type ShelfGroup = {
  name: string | null
  lines: PickLine[]
  quantity: number
  picked: number
}

/** The first orders by promise; a round stays within one warehouse. */
export const usualRound = (orders: readonly PickOrder[]): string[] =>
  orders
    .filter(({ warehouse }) => warehouse.id === orders[0]?.warehouse.id)
    .slice(0, usualCount)
    .map(({ number }) => number)

/**
 * The orders of a round that are still to be packed. A letter stays with its order when another one is ready; an empty
 * number is a bag without an order.
 */
export const roundOrdersOf = (
  numbers: readonly string[],
  orders: readonly PickOrder[],
): RoundOrder[] =>
  bagLetters.flatMap((letter, position) => {
    const order = orders.find(({ number }) => number === numbers[position])
    return order ? { ...order, letter } : []
  })

/** Another choice of orders: those that stay keep their letters, new ones get the free bags. */
export function changedRound(before: readonly string[], chosen: readonly string[]): string[] {
  const added = chosen.filter((number) => !before.includes(number))
  const assigned = before.map((number) =>
    chosen.includes(number) ? number : (added.shift() ?? ''),
  )
  return [...assigned, ...added]
}

/** A line is an item of an order in one size: an item on trial is two of them. */
export const lineKey = (number: string, { item, size }: Pick<PickItem, 'item' | 'size'>) =>
  `${number} ${item} ${size}`

export const pickLinesOf = (orders: readonly RoundOrder[]): PickLine[] =>
  orders.flatMap(({ number, letter, items }) =>
    items.map((item) => ({ ...item, number, letter, key: lineKey(number, item) })),
  )

export const isPicked = ({ picked, quantity }: Pick<PickItem, 'picked' | 'quantity'>): boolean =>
  picked >= quantity

/** How many things are to be picked, and how many are. */
export const progressOf = (items: readonly Pick<PickItem, 'picked' | 'quantity'>[]) => ({
  quantity: sum(items.map(({ quantity }) => quantity)),
  picked: sum(items.map(({ picked }) => picked)),
})

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

/** The way through the warehouse: shelf by shelf, what has no shelf comes last. */
export function groupByShelf(lines: readonly PickLine[]): ShelfGroup[] {
  const names = [...new Set(lines.map(({ shelf }) => shelf))]
  return names.sort(compareShelves).map((name) => {
    const onShelf = lines.filter(({ shelf }) => shelf === name).sort(byItem)
    return { name, lines: onShelf, ...progressOf(onShelf) }
  })
}

function compareShelves(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.localeCompare(b, 'en', { numeric: true })
}

const byItem = (a: PickLine, b: PickLine): number =>
  a.code.localeCompare(b.code) ||
  a.size.localeCompare(b.size, 'en', { numeric: true }) ||
  a.letter.localeCompare(b.letter)

/** What a scanned label means for the round. */
export type ScanMatch =
  | { kind: 'right'; line: PickLine }
  /** All of it is in the bags already. */
  | { kind: 'enough'; line: PickLine }
  /** The right product in another size than `line` needs. */
  | { kind: 'wrongSize'; line: PickLine; scannedSize: string }
  /** A code without a size, of which several sizes are to be picked. */
  | { kind: 'whichSize'; lines: PickLine[] }
  | { kind: 'unknown'; code: string }

/** Finds the line that a label belongs to. Of several orders that need it, the first bag gets it. */
export function matchScan(scan: string, lines: readonly PickLine[]): ScanMatch {
  const code = normalCode(scan)
  const ofSize = lines.filter((line) => hasLabel(line, code))
  const labelled = ofSize.find((line) => !isPicked(line))
  if (labelled) return { kind: 'right', line: labelled }
  if (ofSize[0]) return { kind: 'enough', line: ofSize[0] }
  return matchProduct(code, lines)
}

function matchProduct(code: string, lines: readonly PickLine[]): ScanMatch {
  const ofProduct = lines.filter((line) => normalCode(line.code) === code)
  const open = ofProduct.filter((line) => !isPicked(line))
  if (open[0] && new Set(open.map(({ size }) => size)).size === 1)
    return { kind: 'right', line: open[0] }
  if (open.length > 0) return { kind: 'whichSize', lines: open }
  if (ofProduct[0]) return { kind: 'enough', line: ofProduct[0] }
  const otherSize = [...lines]
    .sort((a, b) => b.code.length - a.code.length || Number(isPicked(a)) - Number(isPicked(b)))
    .find((line) => code.startsWith(`${normalCode(line.code)}-`))
  if (!otherSize) return { kind: 'unknown', code }
  const scannedSize = code.slice(otherSize.code.length + 1)
  return { kind: 'wrongSize', line: otherSize, scannedSize }
}
