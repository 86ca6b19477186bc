import type { CartNotice, CartRefusal } from './cartLines.ts'
import { lowerSizeText, sizeText } from '#contract/catalogue/stock.ts'
import type { ErrorCode } from '#contract/errors.ts'
import * as rules from '#contract/rules.ts'
import { tryAndBuyObstacle } from './tryAndBuy.ts'

/** What the shopper reads about a change of the bag. */

export function noticeText(notice: CartNotice): string {
  if (notice.reason === 'limited') return limitText(notice)
  const { productId, size } = notice.line
  return `${tryAndBuyObstacle(productId, size)}. Your bag has been changed to Standard delivery.`
}

export function refusalOf(refusal: CartRefusal): { code: ErrorCode; text: string } {
  switch (refusal.reason) {
    case 'full':
      return { code: 'not_allowed_now', text: 'Your bag is full. Please remove an item first.' }
    case 'noSuchSize': {
      const { product, size } = refusal
      return { code: 'invalid', text: `${product.name} isn’t available in ${lowerSizeText(size)}` }
    }
    case 'soldOut':
      return { code: 'out_of_stock', text: `${sizeText(refusal.size)} is sold out` }
    case 'limited':
      return { code: 'out_of_stock', text: limitText(refusal) }
    case 'noTrialSize': {
      const text = `Please choose one of the trial sizes offered for size ${refusal.size}`
      return { code: 'invalid', text }
    }
    case 'untriable': {
      const { productId, size } = refusal.line
      const text = productId.brand.is_try_and_buy_visible
        ? tryAndBuyObstacle(productId, size)
        : undefined
      return {
        code: 'not_allowed_now',
        text: text ?? 'Try and Buy is not available for some items in your cart',
      }
    }
  }
}

const { maxQuantity } = rules.cart

/** Why the quantity is lower than requested. */
const limitText = ({ max, size }: { max: number; size: string }): string =>
  max === maxQuantity
    ? `You can buy up to ${maxQuantity} of each size`
    : `Only ${max} left in ${lowerSizeText(size)}`
