import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { installPromptAtom } from '#platform/installPrompt.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { chooseTheme, renewTheme } from '#platform/theme.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aUser } from '#tests/support/shopper/builders.ts'
import AccountPage from './AccountPage.tsx'

beforeEach(() => saveSession(aUser()))
afterEach(() => {
  chooseTheme('system')
  getDefaultStore().set(installPromptAtom, null)
  clearSession()
})

const show = () => renderInStore(<AccountPage />, { at: '/myaccount' })
const menu = () => within(screen.getByRole('navigation', { name: 'Account' }))

test('the menu greets the customer and opens the notification settings [shell.10]', async () => {
  show()
  expect(screen.getByText('Hi, Asha')).toBeVisible()

  await userEvent.click(menu().getByRole('button', { name: 'Notifications' }))

  const dialog = within(screen.getByRole('dialog', { name: 'Notifications' }))
  expect(dialog.getByRole('heading', { name: 'Notifications on this device' })).toBeVisible()
})

test('the menu offers to install the store where the browser can [pwa.1]', async () => {
  show()
  expect(menu().queryByRole('button', { name: 'Install app' })).toBeNull()
  const prompt = vi.fn(async () => undefined)

  getDefaultStore().set(installPromptAtom, Object.assign(new Event('install'), { prompt }))
  await userEvent.click(await menu().findByRole('button', { name: 'Install app' }))

  expect(prompt).toHaveBeenCalledOnce()
  expect(menu().queryByRole('button', { name: 'Install app' })).toBeNull()
})

test('the theme follows the device until the shopper chooses one, even on the next visit [a11y.1]', async () => {
  show()
  const themeOf = () => document.documentElement.dataset.theme
  expect(screen.getByRole('radio', { name: 'Same as device' })).toBeChecked()

  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(themeOf()).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
  // The browser has deleted the cookie since.
  document.cookie = 'theme=; max-age=0; path=/'
  renewTheme()
  expect(document.cookie).toContain('theme=dark')
  await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
  expect(themeOf()).toBe('light')
  await userEvent.click(screen.getByRole('radio', { name: 'Same as device' }))

  expect(themeOf()).toBeUndefined()
  expect(document.cookie).not.toContain('theme')
})
