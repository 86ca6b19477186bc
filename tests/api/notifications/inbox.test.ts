import { describe, expect } from 'vitest'

import { type App, createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { inboxRoutes, inboxSender } from '#server/demo/inbox.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

/** The demo store, whose messages appear in its inbox. */
const test = apiTest.extend<{ api: App }>({
  api: async ({ db }, use) => {
    const deps = createTestDeps({ sendMessage: inboxSender(db) })
    await use(createApp({ db, handlers: storeHandlers(deps), routes: [inboxRoutes(db)] }))
  },
})

const login = (contactNumber: string) => jsonRequest('POST', { contactNumber })

describe('GET /dev/inbox', () => {
  test('shows the messages to a phone, newest first [login.2]', async ({ api, onTestFinished }) => {
    onTestFinished(() => setClock())
    const [phone, other] = [aPhone(), aPhone()]
    await api.request('/api/user/login', login(phone))
    await api.request('/api/user/login', login(other))
    const requestedAt = clock.later(31_000)
    setClock(() => requestedAt)
    await api.request('/api/user/login', login(phone))

    const messages = await (await api.request(`/dev/inbox?phone=${phone}`)).json()

    expect(messages).toMatchObject([
      { to: phone, otp: expect.stringMatching(/^\d{6}$/), at: requestedAt.toISOString() },
      { to: phone },
    ])
    expect(messages[0].text).toContain(messages[0].otp)
  })

  test('is a safe page in a browser [safe.5]', async ({ api, db }) => {
    const phone = aPhone()
    await inboxSender(db)({ to: phone, text: '<script>alert(1)</script>', otp: '012345' })

    const response = await api.request('/dev/inbox', { headers: { Accept: 'text/html,*/*' } })

    const page = await response.text()
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(page).toContain('012345')
    expect(page).not.toContain('<script>')
  })
})
