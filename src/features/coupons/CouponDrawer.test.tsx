import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { PurchaseType } from '#contract/cart/cart.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser, paise } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { CouponDrawer } from './CouponDrawer.tsx'

const offers = [
  { _id: 'c1', name: 'FIRST600', headline: '₹600 off', minimumPurchase: 2999 },
  {
    _id: 'c2',
    name: 'UTSAV20',
    tagline: 'Up to <strong>₹1,500</strong><script>alert(1)</script> off.',
    minimumPurchase: 0,
  },
  { _id: 'c3', name: 'TRYFREE', minimumPurchase: 0, purchaseType: 'Try and Buy' },
]

function show(
  refusal?: string,
  purchaseType: PurchaseType = 'Standard',
  readOffers: () => unknown = () => ({ data: offers }),
) {
  const onApply = vi.fn().mockResolvedValue(refusal)
  const onClose = vi.fn()
  const onLogin = vi.fn()
  const cart = { goods: paise(1000_00), purchaseType }
  renderInStore(
    <CouponDrawer cart={cart} onApply={onApply} onLogin={onLogin} onClose={onClose} />,
    {
      responses: { 'coupons/get-user-coupons': readOffers, coupons: readOffers },
    },
  )
  return { onApply, onClose, onLogin }
}

beforeEach(() => saveSession(aUser()))
afterEach(clearSession)

const code = () => screen.getByPlaceholderText('Enter Coupon Code')
const apply = () => screen.getByRole('button', { name: 'Apply' })

test('a code is sent in capitals, and the drawer closes when it is applied [coupon.1] [coupon.3]', async () => {
  const { onApply, onClose } = show()

  await userEvent.type(code(), 'utsav20')
  await userEvent.click(apply())

  expect(code()).toHaveValue('UTSAV20')
  expect(onApply).toHaveBeenCalledWith('UTSAV20')
  expect(onClose).toHaveBeenCalled()
})

test('offers that fail to load show an error and can be retried [coupon.1]', async () => {
  let isDown = true
  show(undefined, 'Standard', () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return { data: offers }
  })
  expect(
    await screen.findByText(/We couldn’t load your offers. You can still enter a coupon code./),
  ).toBeVisible()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('FIRST600')).toBeVisible()
  expect(screen.queryByText(/We couldn’t load your offers/)).toBeNull()
})

test('the button shows that the coupon is being applied [coupon.1]', async () => {
  const { onApply } = show()
  let respond: (refusal: undefined) => void = () => undefined
  onApply.mockReturnValue(new Promise((resolve) => (respond = resolve)))

  await userEvent.type(code(), 'utsav20')
  await userEvent.click(apply())

  expect(screen.getByRole('button', { name: 'Applying...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  respond(undefined)
  expect(await screen.findByRole('button', { name: 'Apply' })).toBeEnabled()
})

test('an empty code is reported without a request [coupon.2]', async () => {
  const { onApply } = show()

  await userEvent.click(apply())

  expect(screen.getByRole('alert')).toHaveTextContent('Please enter a coupon code')
  expect(onApply).not.toHaveBeenCalled()
})

test('a coupon that does not apply shows the server’s reason [coupon.3]', async () => {
  const { onClose } = show('This coupon is no longer available')

  await userEvent.type(code(), 'OLD')
  await userEvent.click(apply())

  expect(screen.getByRole('alert')).toHaveTextContent('This coupon is no longer available')
  expect(onClose).not.toHaveBeenCalled()
})

test('an offer shows its sanitised conditions and is applied with one tap [coupon.1] [coupon.2] [safe.5]', async () => {
  const { onApply } = show()
  expect(screen.getByText('Loading offers...')).toBeVisible()
  const [applicable, inapplicable] = await screen.findAllByRole('listitem')

  expect(within(inapplicable!).getByText('Minimum purchase amount not met')).toBeVisible()
  expect(within(inapplicable!).getByRole('button', { name: 'Apply FIRST600' })).toBeDisabled()
  expect(applicable).toHaveTextContent('Up to ₹1,500 off.')
  await userEvent.click(within(applicable!).getByRole('button', { name: 'Apply UTSAV20' }))
  expect(onApply).toHaveBeenCalledWith('UTSAV20')
})

test('an offer for Try & Buy says so and cannot be applied to Standard delivery [coupon.1] [bag.7]', async () => {
  show()
  const tryFree = (await screen.findByText('TRYFREE')).closest('li')!

  expect(within(tryFree).getByText('This coupon is for Try & Buy orders')).toBeVisible()
  expect(within(tryFree).getByRole('button', { name: 'Apply TRYFREE' })).toBeDisabled()
})

test('an offer for Try & Buy can be applied to Try & Buy [coupon.1] [bag.7]', async () => {
  const { onApply } = show(undefined, 'Try and Buy')

  await userEvent.click(await screen.findByRole('button', { name: 'Apply TRYFREE' }))

  expect(screen.queryByText('This coupon is for Try & Buy orders')).toBeNull()
  expect(onApply).toHaveBeenCalledWith('TRYFREE')
})

const terms = { discountType: 'flat', couponAmount: 100, discountUpTo: null, minimumPurchase: 0 }

test('applicable coupons come first with their saving, the best one marked; others show what is missing [coupon.1] [coupon.2]', async () => {
  const data = [
    { ...terms, _id: 'a', name: 'LATER', minimumPurchase: 1499.5 },
    { ...terms, _id: 'b', name: 'SAVE100' },
    { ...terms, _id: 'c', name: 'TENTH', discountType: 'percentage', couponAmount: 20 },
    { ...terms, _id: 'd', name: 'SOON', minimumPurchase: 1200 },
    { ...terms, _id: 'e', name: 'TRY', minimumPurchase: 1100, purchaseType: 'Try and Buy' },
  ]
  show(undefined, 'Standard', () => ({ data }))

  const offers = await screen.findAllByRole('listitem')

  expect(offers.map((offer) => offer.querySelector('p')?.textContent)).toEqual([
    'TENTHBest offer',
    'SAVE100',
    'SOON',
    'LATER',
    'TRY',
  ])
  expect(offers[0]).toHaveTextContent('You save ₹200')
  expect(offers[1]).toHaveTextContent('You save ₹100')
  expect(offers[2]).not.toHaveTextContent('You save')
  expect(offers[2]).toHaveTextContent('Add items worth ₹200 more to use this coupon.')
  expect(offers[3]).toHaveTextContent('Add items worth ₹499.50 more to use this coupon.')
  expect(offers[4]).not.toHaveTextContent('more to use this coupon')
})

test('a percentage coupon saves at most its limit [coupon.1]', async () => {
  const capped = { ...terms, discountType: 'percentage', couponAmount: 50, discountUpTo: 150 }
  show(undefined, 'Standard', () => ({ data: [{ ...capped, _id: 'a', name: 'HALF' }] }))

  expect(await screen.findByRole('listitem')).toHaveTextContent('You save ₹150')
})

test('a guest sees the coupons and their savings, and is asked to log in to apply one [coupon.1]', async () => {
  clearSession()
  const { onApply, onLogin } = show(undefined, 'Standard', () => ({
    data: [{ ...terms, _id: 'a', name: 'SAVE100' }],
  }))

  expect(await screen.findByRole('listitem')).toHaveTextContent('You save ₹100')
  await userEvent.click(screen.getByRole('button', { name: 'Apply SAVE100' }))

  expect(onLogin).toHaveBeenCalledWith('SAVE100')
  expect(onApply).not.toHaveBeenCalled()
})
