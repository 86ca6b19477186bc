import { act, renderHook, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from '#platform/api/apiError.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aUser } from '#tests/support/shopper/builders.ts'
import { useProceed } from './CartSide.tsx'

afterEach(clearSession)

test('a coupon that no longer applies is removed, and the bag can proceed [coupon.3]', async () => {
  saveSession(aUser())
  const remove = vi.fn()
  const sent: (string | undefined)[] = []
  const proceed = async (details: () => { couponId?: string | undefined }) => {
    sent.push(details().couponId)
    throw new ApiError('coupon_not_applicable', 'refused')
  }
  const { result } = renderHook(
    () =>
      useProceed({
        cart: { lines: [aCartLine()], proceed },
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
