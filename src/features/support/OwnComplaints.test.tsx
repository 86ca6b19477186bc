import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

import type { OwnComplaint } from '#contract/store/storeFacts.ts'
import { clearSession, saveSession, showAuthModalAtom } from '#platform/session/session.ts'
import { Toasts } from '#app/Toasts.tsx'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aUser } from '#tests/support/shopper/builders.ts'
import { OwnComplaints } from './OwnComplaints.tsx'

const answered: OwnComplaint = {
  ticket: 'C-7KQ2',
  at: '2026-11-20T06:30:00.000Z',
  text: 'My order is late',
  isAnswered: true,
  messages: [{ by: 'store', text: 'It is on its way.', at: '2026-11-20T07:30:00.000Z' }],
}

const show = (complaints: OwnComplaint[], isWanted = false) =>
  renderInStore(
    <>
      <OwnComplaints isWanted={isWanted} />
      <Toasts />
    </>,
    {
      responses: {
        complaints: { data: complaints },
        'complaints/C-7KQ2/reply': () =>
          Response.json(
            { success: true, msg: 'We’ve received your reply.' },
            { headers: { 'x-api': '1' } },
          ),
      },
    },
  )

afterEach(() => clearSession())

test('whoever comes by the link of a message sees the answer first [law.4]', async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  saveSession(aUser())
  show([answered], true)

  const heading = await screen.findByRole('heading', { name: 'Your complaints' })

  expect(scroll.mock.contexts).toEqual([heading])
})

test('a customer reads the answer to a complaint and replies to it [law.4]', async () => {
  saveSession(aUser())
  const { requests } = show([answered])

  expect(await screen.findByText('It is on its way.')).toBeVisible()
  expect(screen.getByText('Answered')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('Write your reply')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reply'), 'It has arrived torn.')
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))

  expect(await screen.findByText('We’ve received your reply.')).toBeInTheDocument()
  expect(screen.getByLabelText('Reply')).toHaveValue('')
  expect(requests.filter((path) => path === 'complaints')).toHaveLength(2)
})

test('without complaints there is nothing, and a guest who comes for an answer logs in [law.4]', async () => {
  show([], true)

  await userEvent.click(await screen.findByRole('button', { name: 'Log in' }))

  expect(getDefaultStore().get(showAuthModalAtom)).toBe(true)
})
