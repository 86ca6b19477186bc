import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'

import CheckoutPage from '#pages/checkout/CheckoutPage.tsx'
import { aCartLine, rupees } from '#tests/support/shopper/builders.ts'

export const home = {
  _id: 'home-1',
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: '',
  postalCode: '452010',
  latitude: '22.75',
  longitude: '75.89',
}
export const line = aCartLine({ quantity: 2 })
export const cart = { products: [line], totalAmount: rupees(1998), addressId: 'home-1' }

type Sent = { key: string | null; body: Record<string, unknown> }

/** The server's responses to each order in turn; `lost` is no response at all. */
export function showCheckout(
  responses: (object | 'lost')[],
  otherResponses: Record<string, unknown> = {},
) {
  const sent: Sent[] = []
  const known: Record<string, unknown> = {
    'cart/view/asha': { success: true, result: cart },
    address: { success: true, address: [home] },
    'shipping-charge/get-shipping-charge': { success: true, result: [] },
    ...otherResponses,
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/', '')
    const headers = { 'x-api': '1' }
    if (path !== 'cart/checkout')
      return Response.json((await known[path]) ?? { success: false }, { headers })
    sent.push({
      key: request.headers.get('Idempotency-Key'),
      body: (await request.json()) as Sent['body'],
    })
    const response = responses.shift()
    if (response === 'lost' || !response) throw new TypeError('connection reset')
    return Response.json(response, { status: 'code' in response ? 409 : 200, headers })
  })
  render(
    <MemoryRouter initialEntries={['/checkout']}>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <CheckoutPage />
      </SWRConfig>
    </MemoryRouter>,
  )
  return { sent }
}

/** Taps "Place Order". */
export const placeOrder = async (method = 'Cash on Delivery') => {
  await userEvent.click(await screen.findByRole('radio', { name: method }))
  await userEvent.click(await screen.findByRole('button', { name: 'Place Order' }))
}
