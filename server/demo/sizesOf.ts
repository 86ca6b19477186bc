import type { GenderName } from './demoTypes.ts'
import type { SizeScheme } from './range.ts'
import type { Random } from './seededRandom.ts'

const runs: Record<SizeScheme, Record<GenderName, string>> = {
  letters: { WOMEN: 'XS S M L XL XXL', MEN: 'S M L XL XXL' },
  waist: { WOMEN: '26 28 30 32 34 36', MEN: '28 30 32 34 36 38' },
  shoes: { WOMEN: 'UK 3,UK 4,UK 5,UK 6,UK 7,UK 8', MEN: 'UK 6,UK 7,UK 8,UK 9,UK 10' },
  free: { WOMEN: 'Free size,', MEN: 'Free size,' },
}

/** The sizes a product comes in, in order. Some do not come in the last one. */
export function sizesOf(scheme: SizeScheme, gender: GenderName, random: Random): string[] {
  const run = runs[scheme][gender]
  const all = run.split(run.includes(',') ? ',' : ' ').filter(Boolean)
  return all.length > 1 && random() < 0.2 ? all.slice(0, -1) : all
}

function piecesOf(random: Random): number {
  const chance = random()
  if (chance < 0.09) return 0
  if (chance < 0.27) return 1 + Math.floor(random() * 2)
  return 3 + Math.floor(random() * 22)
}

/** How many pieces there are of each size. */
export const stockOf = (sizes: string[], random: Random): Record<string, number> =>
  Object.fromEntries(sizes.map((size) => [size, piecesOf(random)]))

/** Of something that is sold out in every size. */
export const noStockOf = (sizes: string[]): Record<string, number> =>
  Object.fromEntries(sizes.map((size) => [size, 0]))
