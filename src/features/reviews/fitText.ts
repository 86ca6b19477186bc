import type { Fit } from '#contract/catalogue/review.ts'

/** In the order in which sizes grow. */
export const fitText = {
  small: 'Runs small',
  true: 'True to size',
  large: 'Runs large',
} as const satisfies Record<Fit, string>

export const fits = Object.entries(fitText) as [Fit, string][]
