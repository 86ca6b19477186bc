import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { loginPurposeAtom, openLogin, showAuthModalAtom } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import {
  stubResponses,
  known,
  phone,
  reload,
  showLogin,
  showOtp,
  submit,
} from '#tests/support/screens/showLogin.tsx'

const wrongOtp = { success: false, code: 'invalid', msg: 'No' }

beforeEach(async () => {
  await clearPersisted()
  openLogin()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  getDefaultStore().set(showAuthModalAtom, false)
})

test('the dialog says why a login is needed [login.1]', async () => {
  openLogin('coupon')
  await showLogin()

  expect(screen.getByText('Log in to apply a coupon.')).toBeVisible()
})

describe('the number', () => {
  test.each([
    ['98260.5', 'Mobile number must be an integer'],
    ['98two6041', 'Mobile number must be an integer'],
    ['-9826041375', 'Mobile number must be positive'],
    ['982604137', 'Minimum length is 10 digits'],
    ['98260413755', 'Maximum length is 10 digits'],
  ])('"%s" is refused 300 ms after it was typed: %s [login.1]', async (typed, message) => {
    await showLogin()
    const field = screen.getByLabelText('Mobile number')

    await userEvent.type(field, typed)
    expect(field).toBeValid()

    expect(await screen.findByText(message)).toBeVisible()
    expect(field).toHaveAccessibleDescription(message)
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('is checked 300 ms after the last key, not before [login.1]', async () => {
    await showLogin()
    const field = screen.getByLabelText('Mobile number')
    vi.useFakeTimers()

    fireEvent.change(field, { target: { value: '98260' } })
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(field).toBeValid()
    await act(() => vi.advanceTimersByTimeAsync(1))

    expect(field).toHaveAccessibleDescription('Minimum length is 10 digits')
  })

  test('is reported as missing at Submit, and when it was cleared [login.1]', async () => {
    const { sent } = await showLogin()
    const field = screen.getByLabelText('Mobile number')

    await submit()
    expect(field).toHaveAccessibleDescription('Mobile number is required')
    expect(field).toHaveFocus()
    await userEvent.type(field, '9')
    await waitFor(() => expect(field).toHaveAccessibleDescription('Minimum length is 10 digits'))
    await userEvent.clear(field)

    await waitFor(() => expect(field).toHaveAccessibleDescription('Mobile number is required'))
    expect(sent).toEqual([])
  })

  test('is accepted with ten digits, even with country code and spaces [login.1]', async () => {
    const { sent } = await showLogin()
    await userEvent.click(screen.getByLabelText('Mobile number'))

    await userEvent.paste('+91 98260 41375')

    expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'false')
    await submit()
    await screen.findByRole('dialog', { name: 'Sign in with OTP' })
    expect(sent).toEqual([{ call: 'login', body: { contactNumber: phone } }])
  })

  test('shows the server’s message when it is refused, and reports a failed call [login.1] [login.4]', async () => {
    const msg = 'Please enter a valid mobile number'
    await showLogin({ login: { success: false, code: 'invalid', msg } })
    await userEvent.type(screen.getByLabelText('Mobile number'), '0987654321')

    await submit()
    expect(await screen.findByText(msg)).toBeInTheDocument()

    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await submit()
    expect(await screen.findByText('Login failed!')).toBeInTheDocument()
  })

  test('can be sent again after 20 s without a response [login.1] [pwa.12]', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    await showLogin()
    await userEvent.type(screen.getByLabelText('Mobile number'), phone)
    vi.stubGlobal(
      'fetch',
      ({ signal }: Request) =>
        new Promise((_, refuse) =>
          signal?.addEventListener('abort', () => refuse(signal.reason as Error)),
        ),
    )

    await submit()
    await waitFor(() => expect(timeout).toHaveBeenCalledWith(20_000))
    expect(screen.getByRole('button', { name: 'Sending OTP...' })).toBeVisible()
    limit.abort(new DOMException('Timed out', 'TimeoutError'))

    expect(await screen.findByText('Login failed!')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeEnabled()
    expect(screen.getByLabelText('Mobile number')).toHaveValue(phone)
  })

  test.each([
    ['terms and conditions', '/terms-and-conditions'],
    ['privacy policy', '/privacy-policy'],
  ])('is entered in a dialog that links to the %s [login.4]', async (name, path) => {
    const { dialog, address } = await showLogin()
    expect(dialog).toHaveTextContent(
      'By continuing you agree to the terms and conditions and privacy policy.',
    )

    await userEvent.click(within(dialog).getByRole('link', { name }))

    expect(address()).toBe(path)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the OTP', () => {
  test('is sent to the number and logs in a known customer [login.2] [login.5]', async () => {
    const { otp, sent, onLoggedIn } = await showOtp({ 'verify-otp': known })
    const dialog = screen.getByRole('dialog', { name: 'Sign in with OTP' })
    expect(dialog).toHaveTextContent('OTP sent on this number +91-9826041375')
    expect(otp).toHaveAttribute('autocomplete', 'one-time-code')

    await userEvent.click(otp)
    await userEvent.paste('Your OTP: 123-456')

    await waitFor(() => expect(onLoggedIn).toHaveBeenCalledExactlyOnceWith(known.result))
    expect(sent.at(-1)).toEqual({
      call: 'verify-otp',
      body: { contactNumber: phone, otp: '123456' },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is too short is refused without a request [login.2]', async () => {
    const { otp, sent } = await showOtp()
    await userEvent.type(otp, '12345')

    await submit()

    expect(otp).toHaveAccessibleDescription('Please enter a valid OTP')
    expect(otp).toHaveFocus()
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['a 400', wrongOtp],
    ['a 401', { ...wrongOtp, status: 401, code: 'signed_out' }],
  ])(
    'that is wrong, refused with %s, is reported and can be typed again [login.2]',
    async (_, no) => {
      let response: object = no
      const { otp, onLoggedIn } = await showOtp({ 'verify-otp': () => response })

      await userEvent.type(otp, '111111')
      await waitFor(() => expect(otp).toHaveAccessibleDescription('Entered OTP is incorrect!'))
      expect(otp).toHaveValue('')
      expect(otp).toHaveFocus()
      response = known
      await userEvent.keyboard('123456')

      await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce())
    },
  )

  test('stays offline and can be sent again [login.4]', async () => {
    const { otp, onLoggedIn } = await showOtp()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

    await userEvent.type(otp, '123456')
    await waitFor(() => expect(otp).toHaveAccessibleDescription('Login failed!'))
    expect(otp).toHaveValue('123456')
    stubResponses({ 'verify-otp': known })
    await submit()

    await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce())
  })

  test('can be requested again at 0, not before, and the countdown restarts [login.2]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { sent } = await showOtp()
    expect(screen.getByText('Resend OTP in 30s')).toBeVisible()

    vi.setSystemTime(Date.now() + 29_000)
    expect(await screen.findByText('Resend OTP in 1s')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Resend OTP' })).toBeNull()
    vi.setSystemTime(Date.now() + 1000)
    await userEvent.click(await screen.findByRole('button', { name: 'Resend OTP' }))

    expect(await screen.findByText('OTP sent again')).toBeInTheDocument()
    expect(screen.getByText('Resend OTP in 30s')).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual(['login', 'login'])
  })

  test('needs no second message after Back with the same number [login.2]', async () => {
    const { sent } = await showOtp()

    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('Mobile number')).toHaveValue(phone)
    await submit()

    expect(await screen.findByLabelText('OTP, 6 digits')).toBeVisible()
    expect(sent.filter(({ call }) => call === 'login')).toHaveLength(1)
  })

  test('keeps its step and countdown after a reload, but not after closing [login.2] [login.8]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await showOtp()
    vi.setSystemTime(Date.now() + 20_000)

    const { dialog, sent } = await reload()
    expect(dialog).toHaveAccessibleName('Sign in with OTP')
    expect(dialog).toHaveTextContent('+91-9826041375')
    expect(screen.getByText('Resend OTP in 10s')).toBeVisible()
    expect(sent).toEqual([])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])

    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    openLogin()
    // The placeholder that opens with the tap is replaced by the dialog.
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible(),
    )
  })

  test('of a login on the way to the checkout still leads there after a reload [bag.18] [login.2]', async () => {
    getDefaultStore().set(showAuthModalAtom, false)
    openLogin('checkout')
    await showOtp()

    // A new page starts with an empty state.
    openLogin()
    await reload()

    expect(getDefaultStore().get(loginPurposeAtom)).toBe('checkout')
  })

  test('leads back to the number if it expired before a reload [login.2]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await showOtp()
    vi.setSystemTime(Date.now() + 5 * 60_000)

    const { dialog } = await reload()

    expect(dialog).toHaveAccessibleName('Login or Signup')
  })
})

describe('a phone that reads the message', () => {
  /** The OTP that the browser reads from the message, and the signal that stops listening. */
  function reading(code: Promise<{ code: string }>) {
    const requests: CredentialRequestOptions[] = []
    vi.stubGlobal('OTPCredential', class {})
    const get = async (options: CredentialRequestOptions) => {
      requests.push(options)
      return code
    }
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    return requests
  }

  test('fills in the OTP [login.2]', async () => {
    let arrive: (message: { code: string }) => void = () => undefined
    const requests = reading(new Promise((resolve) => (arrive = resolve)))
    const { sent, onLoggedIn } = await showOtp({ 'verify-otp': known })
    await waitFor(() => expect(requests).toMatchObject([{ otp: { transport: ['sms'] } }]))

    arrive({ code: '654321' })

    await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce())
    expect(sent.at(-1)?.body).toEqual({ contactNumber: phone, otp: '654321' })
  })

  test('is not used once the step is left [login.2]', async () => {
    const requests = reading(new Promise(() => undefined))
    await showOtp()
    await waitFor(() => expect(requests[0]?.signal?.aborted).toBe(false))

    await userEvent.click(screen.getByRole('button', { name: 'Back' }))

    await waitFor(() => expect(requests[0]?.signal?.aborted).toBe(true))
  })

  test('is not used if the browser lacks it [login.2]', async () => {
    const requests = reading(Promise.resolve({ code: '654321' }))
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, 'OTPCredential')

    await showOtp()

    expect(requests).toEqual([])
  })
})
