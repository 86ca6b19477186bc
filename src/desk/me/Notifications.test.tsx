import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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
import { removePushBrowser, stubPushBrowser } from '#tests/support/screens/pushBrowser.ts'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.notifications

const serve = (handlers: Parameters<typeof stubDeskServer>[0] = {}) =>
  stubDeskServer({
    'GET /api/staff/push/key': () => succeed({ publicKey: 'BFx_' }),
    'POST /api/staff/push/subscribe': () => succeed({}),
    'POST /api/staff/push/unsubscribe': () => succeed({}),
    ...handlers,
  })

function open() {
  history.replaceState(null, '', '/desk/me')
  render(<Desk />)
  return userEvent.setup()
}
const section = async () => within(await screen.findByRole('region', { name: texts.title }))
const subscriptions = (sent: ReturnType<typeof serve>) =>
  sent.filter(({ call }) => call === 'POST /api/staff/push/subscribe')

beforeEach(() => saveSession({ token, person }))
afterEach(() => {
  act(() => endSession())
  removePushBrowser()
  localStorage.clear()
})

describe('notifications', () => {
  test('are turned on and off on this device [board.1]', async () => {
    stubPushBrowser()
    const sent = serve()
    const user = open()
    const card = await section()
    expect(card.getByText(texts.states.off)).toBeVisible()
    await user.click(card.getByRole('button', { name: texts.turnOn }))
    expect(await card.findByText(texts.states.on)).toBeVisible()
    expect(subscriptions(sent)[0]?.body).toEqual({
      subscription: {
        endpoint: 'https://push.example/phone-1',
        keys: { p256dh: 'BFx_', auth: 'c2-' },
      },
    })

    await user.click(card.getByRole('button', { name: texts.turnOff }))
    expect(await card.findByText(texts.states.off)).toBeVisible()
    expect(sent.at(-1)).toMatchObject({
      call: 'POST /api/staff/push/unsubscribe',
      body: { subscription: { endpoint: 'https://push.example/phone-1' } },
    })
  })

  test('are tried with a test, which says why it failed [board.1]', async () => {
    stubPushBrowser()
    const msg = 'This device no longer gets notifications. Turn them off and on again.'
    let isGone = false
    const sent = serve({
      'POST /api/staff/push/test': () => (isGone ? refuse('not_found', 404, msg) : succeed({})),
    })
    const user = open()
    const card = await section()
    expect(card.queryByRole('button', { name: texts.test })).toBeNull()
    await user.click(card.getByRole('button', { name: texts.turnOn }))
    await user.click(await card.findByRole('button', { name: texts.test }))
    expect(await card.findByRole('status')).toHaveTextContent(texts.tested)
    expect(sent.at(-1)).toMatchObject({
      call: 'POST /api/staff/push/test',
      body: { subscription: { endpoint: 'https://push.example/phone-1' } },
    })

    isGone = true
    await user.click(card.getByRole('button', { name: texts.test }))
    expect(await card.findByRole('alert')).toHaveTextContent(msg)
    expect(card.getByRole('status')).toHaveTextContent(texts.states.on)
  })

  test('that the browser blocks are explained [board.1]', async () => {
    stubPushBrowser('denied')
    serve()
    const user = open()
    const card = await section()
    await user.click(card.getByRole('button', { name: texts.turnOn }))
    expect(await card.findByText(texts.states.denied)).toBeVisible()
    expect(card.queryByRole('button')).toBeNull()
  })

  test('that the server refuses stay off, and why is said [board.1]', async () => {
    stubPushBrowser()
    const msg = 'This browser doesn’t support notifications'
    serve({ 'POST /api/staff/push/subscribe': () => refuse('invalid', 400, msg) })
    const user = open()
    const card = await section()
    await user.click(card.getByRole('button', { name: texts.turnOn }))
    expect(await card.findByRole('alert')).toHaveTextContent(msg)
  })

  test('go on after another login, and end with a log out [board.1]', async () => {
    const calls = stubPushBrowser()
    // Both sessions are valid.
    const sent = serve({
      'GET /api/staff/me': () => succeed(person),
      'GET /api/staff/sessions': () => succeed({ data: [] }),
      'GET /api/staff/passkeys': () => succeed({ data: [] }),
      'POST /api/staff/logout': () => succeed({}),
    })
    const user = open()
    await user.click((await section()).getByRole('button', { name: texts.turnOn }))
    await waitFor(() => expect(subscriptions(sent)).toHaveLength(1))

    act(() => endSession())
    act(() => saveSession({ token: 'another-session', person }))
    await waitFor(() => expect(subscriptions(sent)).toHaveLength(2))
    expect(subscriptions(sent)[1]?.authorization).toBe('Bearer another-session')

    await user.click(screen.getAllByRole('button', { name: 'Log out' })[0]!)
    await waitFor(() => expect(calls).toContain('unsubscribe'))
  })

  test.for([
    ['rider', false],
    ['packer', true],
  ] satisfies [StaffRole, boolean][])(
    'are for people of the board: %s [board.1]',
    async ([role, isShown]) => {
      stubPushBrowser()
      saveSession({ token, person: { ...person, role } })
      serve({ 'GET /api/staff/me': () => succeed({ ...person, role }) })
      open()
      await screen.findByRole('heading', { name: 'Me', level: 1 })
      if (isShown) expect((await section()).getByText(texts.states.off)).toBeVisible()
      else expect(screen.queryByText(texts.intro)).toBeNull()
    },
  )
})
