import type { Fit } from '#contract/review.ts'

/** What shoppers who have it say of its size. */
export const sizeHintText = {
  small: 'Runs small. If in doubt, take one size up.',
  true: 'True to size.',
  large: 'Runs large. If in doubt, take one size down.',
} as const satisfies Record<Fit, string>
