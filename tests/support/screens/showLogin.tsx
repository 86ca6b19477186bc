import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { LoginDialog } from '#features/auth/login/LoginDialog.tsx'
import { aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from './renderInStore.tsx'

export const phone = '9826041375'
export const known = { result: aUser() }
const isNew = { result: { isNewUser: true, signupToken: 'proof-of-9826041375' } }

type FakeResponse = object | (() => object | Promise<object>)

/** A store that gives these responses to the calls of a login; returns the requests. */
export function stubResponses(responses: Record<string, FakeResponse>) {
  const sent: { call: string; body: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = new URL(request.url).pathname.replace('/api/user/', '')
    sent.push({ call, body: (await request.json()) as Record<string, string> })
    const known = responses[call] ?? { success: false, code: 'unexpected', msg: '' }
    const body = await (typeof known === 'function' ? (known as () => object)() : known)
    const { status = 200, ...rest } = body as { status?: number }
    const isRefused = 'success' in rest && rest.success === false
    return Response.json(
      { success: true, ...rest },
      { status: isRefused && status === 200 ? 400 : status, headers: { 'x-api': '1' } },
    )
  })
  return sent
}

const otpIsSent = { result: { isNewUser: false, resendAfterSeconds: 30 } }

export async function showLogin(responses: Record<string, FakeResponse> = {}) {
  const onLoggedIn = vi.fn(async () => undefined)
  const shown = renderInStore(
    <>
      <LoginDialog onLoggedIn={onLoggedIn} />
      <Toasts />
    </>,
  )
  const sent = stubResponses({ login: otpIsSent, ...responses })
  await screen.findByText(/By continuing you agree/)
  const dialog = screen.getByRole('dialog')
  return { ...shown, dialog, sent, onLoggedIn }
}

export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))

/** Goes through the login up to the OTP fields. */
export async function showOtp(responses: Record<string, FakeResponse> = {}) {
  const shown = await showLogin(responses)
  await userEvent.type(screen.getByLabelText('Mobile number'), phone)
  await submit()
  return { ...shown, otp: await screen.findByLabelText('OTP, 6 digits') }
}

/** Goes through the login up to the details of a new user. */
export async function showDetails(responses: Record<string, FakeResponse> = {}) {
  const shown = await showOtp({ 'verify-otp': isNew, ...responses })
  await userEvent.type(shown.otp, '123456')
  await screen.findByRole('dialog', { name: 'User Details' })
  return shown
}

/** A reload: the screen is empty, and storage stays. */
export async function reload(responses: Record<string, FakeResponse> = {}) {
  cleanup()
  return showLogin(responses)
}
