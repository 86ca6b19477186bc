export const patterns = [
  'solid',
  'stripes',
  'checks',
  'block',
  'ikat',
  'polka',
  'buti',
  'floral',
  'bandhani',
  'leheriya',
  'denim',
] as const
export type Pattern = (typeof patterns)[number]

/** The whole piece, a close-up, its hem, hung small on a warm wall, and cut close for a round frame. */
export const views = ['front', 'detail', 'hem', 'wall', 'bust'] as const
export type GarmentView = (typeof views)[number]

export type GarmentSpec = {
  base: string
  accent: string
  pattern: Pattern
  /** 0 to 20; chooses the backdrop (`tintOf`) and one of three cuts (`seed % 3`). */
  seed: number
  view: GarmentView
}

/** Backdrops of product pictures, in the order of the page's `--tint-0` to `--tint-6`. */
export const tints = [
  '#E6F1EC',
  '#F3EEE6',
  '#F6EAE8',
  '#E8EEF4',
  '#EEEBF3',
  '#EEF0E0',
  '#ECEDEB',
] as const

/** The backdrop of a seed: 0 to 6, for the placeholder colour. */
export const tintOf = (seed: number) => seed % tints.length
