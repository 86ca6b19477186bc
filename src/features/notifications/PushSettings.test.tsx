import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { unsubscribeFromPush } from '#platform/serviceWorker/pushSubscription.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { stubPushBrowser, removePushBrowser } from '#tests/support/screens/pushBrowser.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { NotifyButton } from './NotifyButton.tsx'
import { PushSettings } from './PushSettings.tsx'
import { syncPushSubscription } from './push.ts'

let publicKey = 'BKey'
const saved = async (): Promise<unknown> => ({})
let answer = saved
const responses = {
  'push/key': () => Response.json({ success: true, result: { publicKey } }),
  'push/subscribe': () => answer(),
  'push/unsubscribe': {},
  'push/test': () => answer(),
  'products/kurta/notify': {},
}
const show = (part: React.ReactNode) =>
  renderInStore(
    <>
      {part}
      <Toasts />
    </>,
    { responses },
  )

beforeEach(async () => {
  publicKey = 'BKey'
  answer = saved
  await clearPersisted()
  saveSession(aUser())
})
afterEach(() => {
  clearSession()
  removePushBrowser()
})

test('the browser asks for permission only after a tap [pwa.9]', async () => {
  const browser = stubPushBrowser()
  const { requests } = show(<PushSettings />)
  const button = await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(browser).toEqual([])

  await userEvent.click(button)

  expect(await screen.findByText('Notifications are on')).toBeInTheDocument()
  expect(browser).toEqual(['permission', 'subscribe'])
  expect(requests).toContain('push/subscribe')
  expect(screen.getByRole('checkbox', { name: /^Order updates/ })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: /^Offers/ })).not.toBeChecked()
})

test('topics, quiet hours and the number of offers can be chosen [pwa.14]', async () => {
  stubPushBrowser()
  show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  await userEvent.click(await screen.findByRole('checkbox', { name: /^Offers/ }))
  await userEvent.selectOptions(await screen.findByLabelText('Maximum offers per week'), '1')
  const quietHours = screen.getByRole('checkbox', { name: /^No notifications from 9 pm/ })
  await waitFor(() => expect(quietHours).toBeEnabled())
  await userEvent.click(quietHours)

  await waitFor(() => expect(quietHours).not.toBeChecked())
  expect(screen.getByLabelText('Maximum offers per week')).toHaveValue('1')
})

test('a choice shows at the tap, and the saved one again if it could not be saved [pwa.14]', async () => {
  let respond = (_: Response) => {}
  await turnOnNotifications()
  answer = () => new Promise<Response>((resolve) => (respond = resolve))
  const offers = screen.getByRole('checkbox', { name: /^Offers/ })

  await userEvent.click(offers)
  expect(offers).toBeChecked()
  const failure = { success: false, code: 'unavailable', msg: 'Not now' }
  respond(Response.json(failure, { status: 503, headers: { 'x-api': '1' } }))

  await waitFor(() => expect(offers).not.toBeChecked())
})

test('a test notification can be sent to this browser [pwa.9]', async () => {
  const { requests } = await turnOnNotifications()

  await userEvent.click(screen.getByRole('button', { name: 'Send a test notification' }))

  await screen.findByText(/We’ve sent a test/)
  expect(requests).toContain('push/test')
})

test('notifications can be turned off again [pwa.9]', async () => {
  const browser = stubPushBrowser()
  const { requests } = show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Turn off notifications' }))

  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  expect(requests).toContain('push/unsubscribe')
  expect(browser).toContain('unsubscribe')
})

test('a customer who blocked notifications is told how to allow them [pwa.9]', async () => {
  stubPushBrowser('denied')
  show(<PushSettings />)

  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  expect(await screen.findByText(/Notifications are blocked/)).toBeVisible()
})

test('an iPhone user is told to install the app first [pwa.9]', async () => {
  const agent = navigator.userAgent
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'iPhone' })
  show(<PushSettings />)

  expect(await screen.findByText(/Add to Home Screen/)).toBeVisible()
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: agent })
})

test('an alert for a sold-out size takes one more tap [product.7]', async () => {
  const browser = stubPushBrowser()
  const { requests } = show(<NotifyButton productId="kurta" size="L" />)

  await userEvent.click(screen.getByRole('button', { name: 'Notify me about L' }))
  const allow = await screen.findByRole('button', { name: 'Turn on notifications', hidden: true })
  expect(browser).toEqual([])
  await userEvent.click(allow)

  expect(await screen.findByText('We’ll notify you when L is back in stock')).toBeInTheDocument()
  expect(requests.slice(-2)).toEqual(['push/subscribe', 'products/kurta/notify'])
})

test('with notifications on, one tap is enough [product.7]', async () => {
  stubPushBrowser()
  show(
    <>
      <PushSettings />
      <NotifyButton productId="kurta" />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')

  await userEvent.click(screen.getByRole('button', { name: 'Notify me' }))

  expect(await screen.findByText('We’ll notify you when it’s back in stock')).toBeInTheDocument()
})

test('a new session keeps the subscription’s choices [pwa.9] [pwa.14]', async () => {
  stubPushBrowser()
  const { requests } = show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')
  const before = requests.filter((path) => path === 'push/subscribe').length

  await syncPushSubscription({ isNewSession: true })

  expect(requests.filter((path) => path === 'push/subscribe')).toHaveLength(before + 1)
})

/** Turns on notifications; returns how often the subscription was sent since then. */
async function turnOnNotifications() {
  const browser = stubPushBrowser()
  const { requests } = show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')
  const sent = () => requests.filter((path) => path === 'push/subscribe').length
  const before = sent()
  return { browser, requests, sentSince: () => sent() - before }
}

test('at a start an unchanged subscription is not sent again, until a day has passed [pwa.9]', async () => {
  const { sentSince } = await turnOnNotifications()

  await syncPushSubscription()
  expect(sentSince()).toBe(0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
  await syncPushSubscription()
  vi.useRealTimers()

  expect(sentSince()).toBe(1)
})

test('at a start a subscription that the browser has replaced or lost reaches the server [pwa.9]', async () => {
  const { browser, sentSince } = await turnOnNotifications()
  const registration = await navigator.serviceWorker.ready
  await registration.pushManager.subscribe({ applicationServerKey: 'BKey' })

  await syncPushSubscription()
  expect(sentSince()).toBe(1)
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await syncPushSubscription()

  expect(sentSince()).toBe(2)
  expect(browser.at(-1)).toBe('subscribe')
})

test('after a change of the store’s key the browser subscribes again [pwa.9]', async () => {
  const { browser, sentSince } = await turnOnNotifications()
  publicKey = 'BNew'

  await syncPushSubscription()
  await syncPushSubscription()

  expect(browser.slice(-2)).toEqual(['unsubscribe', 'subscribe'])
  expect(sentSince()).toBe(1)
})

test('a start does not turn notifications on again [pwa.9]', async () => {
  const { sentSince } = await turnOnNotifications()
  await userEvent.click(screen.getByRole('button', { name: 'Turn off notifications' }))
  await screen.findByRole('button', { name: 'Turn on notifications' })

  await syncPushSubscription()

  expect(sentSince()).toBe(0)
})

test('a login does not turn on notifications [pwa.9]', async () => {
  stubPushBrowser()
  const { requests } = show(<PushSettings />)

  await syncPushSubscription({ isNewSession: true })

  expect(requests).not.toContain('push/subscribe')
})

test('after a logout this browser gets no notifications [pwa.11]', async () => {
  const browser = stubPushBrowser()
  show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')

  await unsubscribeFromPush()

  expect(browser).toContain('unsubscribe')
})
