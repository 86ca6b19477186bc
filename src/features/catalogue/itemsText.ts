import { numberText } from '#ui/text/numberText.ts'

export const itemsText = (count: number) => `${numberText(count)} ${count === 1 ? 'item' : 'items'}`

type Counted = { total: number; isTotalCapped?: boolean | undefined }

/** How long a list is: "1 item", or "1,000+ items" where the store stopped counting. */
export const listCountText = ({ total, isTotalCapped }: Counted) =>
  isTotalCapped ? `${numberText(total)}+ items` : itemsText(total)
