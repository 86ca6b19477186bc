import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { unsubscribeFromPush } from '#platform/serviceWorker/workerClient.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, signIn } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { stubPushBrowser, removePushBrowser } from '#tests/support/pages/pushBrowser.ts'
import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { NotifyButton } from './NotifyButton.tsx'
import { PushSettings } from './PushSettings.tsx'
import { renewPushSubscription } from './push.ts'

const answers = {
  'push/key': { publicKey: 'BKey' },
  'push/subscribe': {},
  'push/unsubscribe': {},
  'products/kurta/notify': {},
}
const show = (part: React.ReactNode) =>
  renderInStore(
    <>
      {part}
      <Toasts />
    </>,
    { answers },
  )

beforeEach(async () => {
  await clearPersisted()
  signIn(aUser())
})
afterEach(() => {
  clearSession()
  removePushBrowser()
})

test('the browser is asked for leave only after a tap [pwa.9]', async () => {
  const browser = stubPushBrowser()
  const { asked } = show(<PushSettings />)
  const button = await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(browser).toEqual([])

  await userEvent.click(button)

  expect(await screen.findByText('Notifications are on')).toBeInTheDocument()
  expect(browser).toEqual(['permission', 'subscribe'])
  expect(asked).toContain('push/subscribe')
  expect(screen.getByRole('checkbox', { name: /^Order updates/ })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: /^Offers/ })).not.toBeChecked()
})

test('topics, quiet hours and a cap on offers are in the shopper’s hands [pwa.14]', async () => {
  stubPushBrowser()
  show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  await userEvent.click(await screen.findByRole('checkbox', { name: /^Offers/ }))
  await userEvent.selectOptions(await screen.findByLabelText('Maximum offers per week'), '1')
  await userEvent.click(screen.getByRole('checkbox', { name: /^No notifications from 9 pm/ }))

  expect(screen.getByLabelText('Maximum offers per week')).toHaveValue('1')
  expect(screen.getByRole('checkbox', { name: /^No notifications from 9 pm/ })).not.toBeChecked()
})

test('notices can be switched off again [pwa.9]', async () => {
  const browser = stubPushBrowser()
  const { asked } = show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Turn off notifications' }))

  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  expect(asked).toContain('push/unsubscribe')
  expect(browser).toContain('unsubscribe')
})

test('who said no is told how to change that [pwa.9]', async () => {
  stubPushBrowser('denied')
  show(<PushSettings />)

  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))

  expect(await screen.findByText(/Notifications are blocked/)).toBeVisible()
})

test('an iPhone is told to install the store first [pwa.9]', async () => {
  const agent = navigator.userAgent
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'iPhone' })
  show(<PushSettings />)

  expect(await screen.findByText(/Add to Home Screen/)).toBeVisible()
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: agent })
})

test('a size that is gone is watched after one tap more [product.7]', async () => {
  const browser = stubPushBrowser()
  const { asked } = show(<NotifyButton productId="kurta" size="L" />)

  await userEvent.click(screen.getByRole('button', { name: 'Notify me about L' }))
  const allow = await screen.findByRole('button', { name: 'Turn on notifications', hidden: true })
  expect(browser).toEqual([])
  await userEvent.click(allow)

  expect(await screen.findByText("We'll notify you when L is back in stock")).toBeInTheDocument()
  expect(asked.slice(-2)).toEqual(['push/subscribe', 'products/kurta/notify'])
})

test('where notices are on, one tap is enough [product.7]', async () => {
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

  expect(await screen.findByText("We'll notify you when it's back in stock")).toBeInTheDocument()
})

test('a new session is told what the one before knew [pwa.9] [pwa.14]', async () => {
  stubPushBrowser()
  const { asked } = show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')
  const before = asked.filter((path) => path === 'push/subscribe').length

  await renewPushSubscription()

  expect(asked.filter((path) => path === 'push/subscribe')).toHaveLength(before + 1)
})

test('who never asked for notices is not signed up by a login [pwa.9]', async () => {
  stubPushBrowser()
  const { asked } = show(<PushSettings />)

  await renewPushSubscription()

  expect(asked).not.toContain('push/subscribe')
})

test('after sign-out this browser is told nothing [pwa.11]', async () => {
  const browser = stubPushBrowser()
  show(<PushSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on')

  await unsubscribeFromPush()

  expect(browser).toContain('unsubscribe')
})
