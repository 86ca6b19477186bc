import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Passkey } from '#contract/staff/passkeys.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { texts as pageTexts } from './texts.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** The parts of WebAuthn that the desk uses, as a browser answers them. Each call can be refused. */
function stubPasskeys({ refuse }: { refuse?: () => DOMException | undefined } = {}) {
  const answer = (response: object) => async () => {
    const error = refuse?.()
    if (error) throw error
    return {
      ...{ id: 'AAEC', rawId: bytes('abc'), type: 'public-key', response },
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
    }
  }
  const create = vi.fn(
    answer({
      ...{ clientDataJSON: bytes('{}'), attestationObject: bytes('x') },
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => bytes('key'),
      getAuthenticatorData: () => bytes('data'),
    }),
  )
  const get = vi.fn(
    answer({
      ...{ clientDataJSON: bytes('{}'), authenticatorData: bytes('data') },
      ...{ signature: bytes('sig'), userHandle: bytes('meera') },
    }),
  )
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { create, get } }))
  return { create, get }
}

const notAllowed = () => new DOMException('The person closed it', 'NotAllowedError')

const texts = pageTexts.passkeys
const phone: Passkey = {
  ...{ id: 'k1', device: 'Chrome on Android' },
  ...{ createdAt: '2026-11-17T06:30:00.000Z', lastUsedAt: null },
}
const registration = {
  ...{ challenge: 'AAAA', rp: { id: 'localhost', name: 'Pehno' }, timeout: 300_000 },
  ...{ user: { id: 'AAAA', name: '9876543210', displayName: 'Meera' }, attestation: 'none' },
  ...{ pubKeyCredParams: [{ type: 'public-key', alg: -7 }], excludeCredentials: [] },
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
}
const login = {
  ...{ challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
}

type Handlers = Parameters<typeof stubDeskServer>[0]

function serve(passkeys: Passkey[] = [], handlers: Handlers = {}) {
  let stored = passkeys
  return stubDeskServer({
    'GET /api/staff/passkeys': () => succeed({ data: stored }),
    'GET /api/staff/passkeys/options': () => succeed(registration),
    'POST /api/staff/passkeys': () => {
      stored = [...stored, phone]
      return succeed(phone)
    },
    'DELETE /api/staff/passkeys/k1': () => {
      stored = []
      return succeed({})
    },
    ...handlers,
  })
}

function open(path = '/me') {
  history.replaceState(null, '', `/desk${path}`)
  render(<Desk />)
  return userEvent.setup()
}
const section = async () => within(await screen.findByRole('region', { name: texts.title }))

beforeEach(() => saveSession({ token, person }))
afterEach(() => {
  act(() => endSession())
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('on the page Me', () => {
  test('a passkey is made, and the server gets what the browser answered [staff.2]', async () => {
    const { create } = stubPasskeys()
    const sent = serve()
    const user = open()
    const passkeys = await section()
    await user.click(await passkeys.findByRole('button', { name: texts.add }))

    expect(await passkeys.findByText(texts.added)).toBeVisible()
    expect(await passkeys.findByText('Chrome on Android')).toBeVisible()
    expect(create).toHaveBeenCalledOnce()
    expect(sent.find(({ call }) => call === 'POST /api/staff/passkeys')?.body).toMatchObject({
      ...{ id: 'AAEC', type: 'public-key', response: { transports: ['internal'] } },
    })
  })

  test.for([
    [notAllowed(), texts.problems.notUsed],
    [new DOMException('There is one', 'InvalidStateError'), texts.problems.exists],
    [new DOMException('Broken', 'UnknownError'), texts.problems.otherwise],
  ] as const)('a browser that makes none is said: %s [staff.2]', async ([error, text]) => {
    stubPasskeys({ refuse: () => error })
    serve()
    const user = open()
    const passkeys = await section()
    await user.click(await passkeys.findByRole('button', { name: texts.add }))
    expect(await passkeys.findByRole('alert')).toHaveTextContent(text)
  })

  test('a passkey is removed after a question [staff.2]', async () => {
    stubPasskeys()
    serve([phone])
    const user = open()
    const passkeys = await section()
    const remove = texts.removeNamed('Chrome on Android')
    await user.click(await passkeys.findByRole('button', { name: remove }))
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: texts.removeNow }))
    await waitFor(() => expect(passkeys.queryByText('Chrome on Android')).toBeNull())
  })

  test('a browser without passkeys says so [staff.2]', async () => {
    serve()
    open()
    expect(await (await section()).findByText(texts.notPossible)).toBeVisible()
  })
})

describe('at the login', () => {
  test('a passkey is enough [staff.2]', async () => {
    act(() => endSession())
    const { get } = stubPasskeys()
    const sent = serve([], {
      'POST /api/staff/passkey-login/begin': () => succeed(login),
      'POST /api/staff/passkey-login': () => succeed({ token, person }),
    })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Use passkey' }))

    expect(await screen.findByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
    expect(get).toHaveBeenCalledOnce()
    expect(sent.map(({ call }) => call)).not.toContain('POST /api/staff/login')
  })

  test('one that the server refuses, or the person does not choose, leaves the OTP [staff.2]', async () => {
    act(() => endSession())
    let error: DOMException | undefined = notAllowed()
    stubPasskeys({ refuse: () => error })
    const msg = 'This passkey didn’t work. Try again, or log in with an OTP.'
    serve([], {
      'POST /api/staff/passkey-login/begin': () => succeed(login),
      'POST /api/staff/passkey-login': () => refuse('invalid', 400, msg),
    })
    const user = open()
    const button = await screen.findByRole('button', { name: 'Use passkey' })
    await user.click(button)
    expect(await screen.findByText(/^No passkey was used/)).toBeVisible()
    error = undefined
    await user.click(button)
    expect(await screen.findByText(msg)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send OTP' })).toBeVisible()
  })
})

describe('the notice', () => {
  const notice = () => screen.findByRole('complementary', { name: texts.notice.label })

  test('asks a manager without a passkey, and can be put off [staff.2]', async () => {
    stubPasskeys()
    serve()
    const user = open('/history')
    await user.click(within(await notice()).getByRole('button', { name: texts.notice.notNow }))
    expect(screen.queryByText(texts.notice.body)).toBeNull()
    expect(localStorage.getItem('desk-passkey-notice-meera')).not.toBeNull()
  })

  test.for([
    ['manager', [phone]],
    ['packer', []],
  ] satisfies [StaffRole, Passkey[]][])(
    'does not ask a %s who has a passkey, or works below [staff.2]',
    async ([role, passkeys]) => {
      stubPasskeys()
      saveSession({ token, person: { ...person, role } })
      const sent = serve(passkeys, { 'GET /api/staff/me': () => succeed({ ...person, role }) })
      open()
      await section()
      await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /api/staff/passkeys'))
      expect(screen.queryByText(texts.notice.body)).toBeNull()
    },
  )
})
