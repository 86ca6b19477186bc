import type { OrderLine } from '#contract/order.ts'

type Choice = Pick<OrderLine, 'size' | 'trialSize' | 'quantity'>

/** What was chosen of a product, in one line. */
export const choiceText = ({ size, trialSize, quantity }: Choice): string =>
  [`Size ${size}`, trialSize && `Trial size ${trialSize}`, `Qty ${quantity}`]
    .filter(Boolean)
    .join(' · ')
