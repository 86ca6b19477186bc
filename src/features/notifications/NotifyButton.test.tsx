import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { runAfterLogin } from '#platform/session/afterLogin.ts'
import { clearSession, saveSession, showAuthModalAtom } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { NotifyButton } from './NotifyButton.tsx'

/** The bodies of the requests for an alert. */
function show({ sizes = ['S', 'M'], size }: { sizes?: string[]; size?: string } = {}) {
  const page = (
    <>
      <NotifyButton productId="kurta" sizes={sizes} {...(size && { size })} />
      <Toasts />
    </>
  )
  renderInStore(page)
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.json())
    return Response.json({ success: true }, { headers: { 'x-api': '1' } })
  })
  return bodies
}

beforeEach(() => clearPersisted())
afterEach(() => clearSession())

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a sold-out item asks which size, and texts a customer whom no notification reaches [product.7]', async () => {
  saveSession(aUser())
  const bodies = show()
  await press('Notify me')

  const question = within(await screen.findByRole('dialog', { name: 'Which size do you need?' }))
  expect(question.getByRole('button', { name: 'Notify me' })).toBeDisabled()
  await userEvent.click(question.getByRole('radio', { name: 'M' }))
  await userEvent.click(question.getByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText('This browser doesn’t support notifications.')).toBeVisible()
  await press('Text me instead')

  expect(await screen.findByText('We’ll text you when M is back in stock')).toBeInTheDocument()
  expect(bodies).toEqual([{ kind: 'restock', size: 'M', bySms: true }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('any size will do [product.7]', async () => {
  saveSession(aUser())
  const bodies = show()
  await press('Notify me')
  await userEvent.click(await screen.findByRole('button', { name: 'Any size' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Text me instead' }))

  expect(await screen.findByText('We’ll text you when it’s back in stock')).toBeInTheDocument()
  expect(bodies).toEqual([{ kind: 'restock', bySms: true }])
})

test('the wish of a guest is kept through the login [product.7]', async () => {
  const bodies = show({ size: 'M' })
  await press('Notify me about M')
  await waitFor(() => expect(getDefaultStore().get(showAuthModalAtom)).toBe(true))
  expect(bodies).toEqual([])

  saveSession(aUser())
  await runAfterLogin()
  await runAfterLogin()

  expect(await screen.findByText('We’ll text you when M is back in stock')).toBeInTheDocument()
  expect(bodies).toEqual([{ kind: 'restock', size: 'M', bySms: true }])
})
