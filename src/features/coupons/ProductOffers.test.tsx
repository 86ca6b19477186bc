import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { rupees } from '#tests/support/shopper/builders.ts'
import { ProductOffers } from './ProductOffers.tsx'

const terms = { discountType: 'flat', couponAmount: 100, discountUpTo: null, minimumPurchase: 0 }
const show = (data: object[]) =>
  renderInStore(<ProductOffers price={rupees(999)} />, { responses: { coupons: { data } } })

test('a product shows its price with each coupon, the best first [coupon.1]', async () => {
  show([
    { ...terms, _id: 'a', name: 'LATER', headline: '₹500 off', minimumPurchase: 1499 },
    { ...terms, _id: 'b', name: 'SAVE100' },
    { ...terms, _id: 'c', name: 'FIFTH', discountType: 'percentage', couponAmount: 20 },
    { ...terms, _id: 'd', name: 'TRY', purchaseType: 'Try and Buy', minimumPurchase: 1499 },
  ])

  const offers = await screen.findAllByRole('listitem')

  expect(offers.map(({ textContent }) => textContent)).toEqual([
    'Get it for ₹799.20 with FIFTH',
    'Get it for ₹899 with SAVE100',
    'LATER: ₹500 offOn orders of ₹1,499 and above',
  ])
})

test('without coupons a product has no offers [coupon.1]', async () => {
  const { requests } = show([])

  await expect.poll(() => requests).toEqual(['coupons'])
  expect(screen.queryByText('Offers')).toBeNull()
})
