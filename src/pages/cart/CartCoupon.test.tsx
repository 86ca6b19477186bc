import { screen, waitFor } from '@testing-library/react'
import { set } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CartLine } from '#contract/cart/cart.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { couponAtom } from '#features/coupons/coupon.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, aUser, rupees } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import CartPage from './CartPage.tsx'

const store = getDefaultStore()
const cartOf = (products: CartLine[]) => ({ products, totalAmount: toRupees(goodsTotal(products)) })

beforeEach(() => clearPersisted())
afterEach(clearSession)

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

  expect(await screen.findByText('Coupon Applied: TRYFREE')).toBeVisible()
  const problem = screen.getByText(/This coupon is for Try & Buy orders/)
  expect(screen.queryByText('Coupon Discount')).toBeNull()
  await store.set(cartAtom, () => cartOf([aCartLine({ purchaseType: 'Try and Buy' })]))
  expect(await screen.findByText('Coupon Discount')).toBeVisible()
  expect(problem).not.toBeInTheDocument()
})

/** Opens the bag as after a reload, with the coupon that the server has stored with it. */
async function reopen(saved: object) {
  saveSession(aUser())
  await set('coupon', saved)
  store.set(couponAtom.isReadAtom, false)
  const stored = { _id: 'c1', name: 'FIRST600', minimumPurchase: 0 }
  const data = {
    appliedCoupon: stored,
    baseAmount: 999,
    couponAmount: 100,
    discountUpTo: null,
    discountedAmount: 899,
    discountType: 'flat',
  }
  const shown = renderInStore(<CartPage />, {
    at: '/cart',
    responses: {
      'cart/view/asha': { ...cartOf([aCartLine()]), couponId: stored },
      'coupons/is-applicable': { data },
      'coupons/get-user-coupons': { data: [] },
    },
  })
  await screen.findByRole('group', { name: 'Delivery option' })
  return shown
}

test('a coupon that was removed stays removed after a reload, whatever the server has stored [coupon.4]', async () => {
  const { requests } = await reopen({ applied: null, isRemoved: true })

  await waitFor(() => expect(store.get(couponAtom).isRemoved).toBe(true))
  expect(await screen.findByRole('button', { name: 'Apply Coupon' })).toBeVisible()
  expect(requests).not.toContain('coupons/is-applicable')
})

test('a coupon that only the server has stored is checked again and applied [coupon.4]', async () => {
  await reopen({ applied: null, isRemoved: false })

  expect(await screen.findByText(/^Coupon Applied: FIRST600/)).toBeVisible()
})
