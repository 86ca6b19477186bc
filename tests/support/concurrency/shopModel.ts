import fc from 'fast-check'

import { type Paise, toPaise } from '#contract/values/money.ts'
import type { Cart } from '#contract/cart/cart.ts'

const skus = ['plainS', 'plainM', 'boldM', 'boldL'] as const
/** A product in a size. */
export type Sku = (typeof skus)[number]
export const sizeOf = (kind: Sku) => kind.slice(-1)
export const productOf = (kind: Sku) => kind.slice(0, -1) as 'plain' | 'bold'

export const initialStock: Record<Sku, number> = { plainS: 3, plainM: 2, boldM: 12, boldL: 1 }
export const pricePaise = { plain: 449_50, bold: 1299_00 }
export const coupon = {
  percent: 10,
  upToPaise: 150_00,
  minimumPaise: 1000_00,
  maxUses: 3,
  maxUsesPerUser: 2,
}
const maxQuantity = 8

type Shopper = { cart: Map<Sku, number>; hasCoupon: boolean; couponUses: number }
type Bought = {
  by: number
  items: Map<Sku, number>
  totalPaise: number
  hasCoupon: boolean
  isCancelled: boolean
}

/** A model of the store that only counts, to compare the real one with. */
export class ShopModel {
  stock = { ...initialStock }
  shoppers: Shopper[] = [0, 1].map(() => ({ cart: new Map(), hasCoupon: false, couponUses: 0 }))
  orders: Bought[] = []
  couponsUsed = 0

  add(by: number, kind: Sku, count: number): boolean {
    const { cart } = this.of(by)
    if (this.stock[kind] === 0) return false
    cart.set(kind, Math.min((cart.get(kind) ?? 0) + count, this.max(kind)))
    return true
  }

  setCount(by: number, kind: Sku, count: number): boolean {
    const { cart } = this.of(by)
    if (!cart.has(kind) || this.stock[kind] === 0 || count > this.max(kind)) return false
    cart.set(kind, count)
    return true
  }

  remove(by: number, kind: Sku): boolean {
    return this.of(by).cart.delete(kind)
  }

  chooseCoupon(by: number, isApplied: boolean): boolean {
    if (isApplied && !this.isCouponGood(by)) return false
    this.of(by).hasCoupon = isApplied
    return true
  }

  order(by: number): boolean {
    const shopper = this.of(by)
    const items = [...shopper.cart]
    const isPossible = items.length > 0 && items.every(([kind, n]) => this.stock[kind] >= n)
    if (!isPossible || (shopper.hasCoupon && !this.isCouponGood(by))) return false

    const { hasCoupon } = shopper
    const totalPaise = this.total(by)
    this.orders.push({ by, items: new Map(items), totalPaise, hasCoupon, isCancelled: false })
    for (const [kind, count] of items) this.stock[kind] -= count
    if (hasCoupon) this.useCoupon(by, 1)
    shopper.cart.clear()
    shopper.hasCoupon = false
    return true
  }

  cancel(which: number): boolean {
    const order = this.orders[which]
    if (!order || order.isCancelled) return false
    order.isCancelled = true
    for (const [kind, count] of order.items) this.stock[kind] += count
    if (order.hasCoupon) this.useCoupon(order.by, -1)
    return true
  }

  of = (by: number): Shopper => this.shoppers[by]!

  goods(by: number): number {
    const costs = [...this.of(by).cart].map(([kind, n]) => pricePaise[productOf(kind)] * n)
    return costs.reduce((all, one) => all + one, 0)
  }

  total(by: number): number {
    const goods = this.goods(by)
    const { percent, upToPaise } = coupon
    const off = Math.min(Math.floor((goods * percent) / 100), upToPaise)
    return this.of(by).hasCoupon ? goods - off : goods
  }

  private max = (kind: Sku) => Math.min(this.stock[kind], maxQuantity)

  private useCoupon(by: number, times: number) {
    this.couponsUsed += times
    this.of(by).couponUses += times
  }

  private isCouponGood(by: number): boolean {
    const { maxUses, maxUsesPerUser, minimumPaise } = coupon
    const isUsedUp = this.couponsUsed >= maxUses || this.of(by).couponUses >= maxUsesPerUser
    return this.goods(by) >= minimumPaise && !isUsedUp
  }
}

export type Step =
  | { what: 'add'; by: number; kind: Sku; count: number }
  | { what: 'setCount'; by: number; kind: Sku; count: number }
  | { what: 'remove'; by: number; kind: Sku }
  | { what: 'chooseCoupon'; by: number; isApplied: boolean }
  | { what: 'order'; by: number }
  | { what: 'cancel'; which: number }

const by = fc.nat({ max: 1 })
const kind = fc.constantFrom(...skus)
const count = fc.integer({ min: 1, max: 8 })

/** Random actions of two shoppers; adding to the bag is the most frequent. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('add'), by, kind, count }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('setCount'), by, kind, count }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('remove'), by, kind }) },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('chooseCoupon'), by, isApplied: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('order'), by }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel'), which: fc.nat({ max: 3 }) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 14 },
)

/** A bag as the API returns it, in the model's format. */
export function modelCartOf(cart: Cart): {
  items: [string, number][]
  goodsPaise: Paise
  coupon: boolean
} {
  const items = cart.products.map(({ productId, size, quantity }): [string, number] => [
    productId.name + size,
    quantity,
  ])
  return {
    items: items.sort(),
    goodsPaise: toPaise(cart.totalAmount),
    coupon: Boolean(cart.couponId),
  }
}
