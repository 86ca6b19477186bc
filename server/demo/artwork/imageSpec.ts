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

/** The whole garment, a close-up, its hem, small on a wall, and cropped for a round frame. */
export const views = ['front', 'detail', 'hem', 'wall', 'bust'] as const
export type GarmentView = (typeof views)[number]

export type GarmentSpec = {
  base: string
  accent: string
  pattern: Pattern
  /** 0 to 20; chooses the backdrop (`backdropOf`) and one of three cuts (`seed % 3`). */
  seed: number
  view: GarmentView
}

/** Backdrop colours of product photos, in the order of the page's `--tint-0` to `--tint-6`. */
export const tints = [
  '#E6F1EC',
  '#F3EEE6',
  '#F6EAE8',
  '#E8EEF4',
  '#EEEBF3',
  '#EEF0E0',
  '#ECEDEB',
] as const

/** The index of the backdrop colour of a seed: 0 to 6. */
export const backdropOf = (seed: number) => seed % tints.length
