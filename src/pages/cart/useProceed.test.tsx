import { act, renderHook, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aUser } from '#tests/support/shopper/builders.ts'
import { useProceed } from './CartSide.tsx'

afterEach(clearSession)

test('a coupon that no longer applies is removed, and the bag can proceed [coupon.3]', async () => {
  saveSession(aUser())
  const remove = vi.fn()
  const sent: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(((await request.json()) as { couponId?: string }).couponId)
    const refusal = { success: false, code: 'coupon_not_applicable', msg: 'Not for this bag' }
    return Response.json(refusal, { status: 422, headers: { 'x-api': '1' } })
  })
  const { result } = renderHook(
    () =>
      useProceed({
        cart: { lines: [aCartLine()] },
        address: {
          hasAddress: true,
          addressId: 'home-1',
          isLoading: false,
          text: 'HOME',
          problem: undefined,
        } as Parameters<typeof useProceed>[0]['address'],
        chosen: 'Standard',
        coupon: { couponId: 'try-free', remove },
        askAddress: () => undefined,
        askReceiver: () => undefined,
      }),
    { wrapper: MemoryRouter },
  )

  act(() => result.current.proceed())

  await waitFor(() => expect(remove).toHaveBeenCalledTimes(1))
  expect(sent).toEqual(['try-free'])
  await waitFor(() => expect(result.current.isBusy).toBe(false))
})
