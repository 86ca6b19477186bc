import { screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'

import type { CartLine } from '#contract/cart.ts'
import { toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { couponAtom } from '#features/coupons/coupon.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, rupees } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import CartPage from './CartPage.tsx'

const store = getDefaultStore()
const cartOf = (products: CartLine[]) => ({ products, totalAmount: toRupees(goodsTotal(products)) })

beforeEach(() => clearPersisted())

test('a Try & Buy coupon stays in a Standard bag without a discount, and says why [bag.7] [bag.9]', async () => {
  const appliedCoupon = {
    _id: 'c3',
    name: 'TRYFREE',
    minimumPurchase: rupees(0),
    purchaseType: 'Try and Buy' as const,
  }
  const applied = {
    appliedCoupon,
    baseAmount: rupees(999),
    couponAmount: rupees(99),
    discountUpTo: null,
    discountedAmount: rupees(900),
    discountType: 'flat' as const,
  }
  await store.set(cartAtom, () => cartOf([aCartLine()]))
  await store.set(couponAtom, () => ({ applied, isRemoved: false }))
  renderInStore(<CartPage />, { at: '/cart' })

  const couponNote = await screen.findByText(/^Coupon Applied: TRYFREE/)
  expect(couponNote).toHaveTextContent('This coupon is for Try & Buy orders')
  expect(screen.queryByText('Coupon Discount')).toBeNull()
  await store.set(cartAtom, () => cartOf([aCartLine({ purchaseType: 'Try and Buy' })]))
  expect(await screen.findByText('Coupon Discount')).toBeVisible()
  expect(couponNote).not.toHaveTextContent('This coupon is for')
})
