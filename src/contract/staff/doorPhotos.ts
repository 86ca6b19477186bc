import { returnPhotos } from '#contract/rules.ts'

/** Photos that riders take at the door: of a return that is not as it was, or of a delivery. */
export const doorPhotos = {
  ...returnPhotos,
  maxPerItem: 3,
  perUserDaily: 300,
  keptDays: 90,
} as const
