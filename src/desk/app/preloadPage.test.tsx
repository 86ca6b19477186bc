import { afterEach, expect, test } from 'vitest'

import { person, refuse, stubDeskServer, token } from '#tests/support/screens/stubDeskServer.ts'
import { takeEarlyRead } from './request.ts'
import { endSession, saveSession } from './session.ts'

afterEach(() => {
  endSession()
  history.replaceState(null, '', '/')
})

test('what the opened page reads first is requested with its program', async () => {
  const sent = stubDeskServer({ 'GET /api/staff/deliveries': () => refuse('forbidden', 403) })
  saveSession({ token, person: { ...person, role: 'rider' } })
  history.replaceState(null, '', '/desk/')

  await import('./preloadPage.ts')

  const response = takeEarlyRead('readDeliveries')
  await expect(response).rejects.toMatchObject({ code: 'forbidden' })
  expect(sent.filter(({ call }) => call.includes('deliveries'))).toHaveLength(1)
})
