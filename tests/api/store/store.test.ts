import { expect } from 'vitest'

import { StoreFacts } from '#contract/store/storeFacts.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { test } from '#tests/support/api/apiTest.ts'

test('the store’s facts contain no secrets [law.1] [shell.23]', async ({ api, db }) => {
  await saveInitialStoreFacts(db, { ...demoFacts, colours: { accent: '#57d9ae' }, terms: {} })

  const response = await api.request('/api/store')

  const { result } = await response.json()
  expect(Object.keys(result).sort()).toEqual(Object.keys(StoreFacts.entries).sort())
  expect(result).toMatchObject({
    name: 'Pehno',
    tagline: 'Style Delivered in 60 mins',
    grievanceOfficer: { name: 'Meera Kulkarni', designation: 'Grievance Officer' },
    maps: { googleKey: null },
    payments: { provider: 'sandbox' },
  })
  expect(response.headers.get('ETag')).toMatch(/^W\//)
})

test('facts changed by the back office survive a restart', async ({ api, db }) => {
  await saveInitialStoreFacts(db, { ...demoFacts, name: 'Another name' })
  await saveInitialStoreFacts(db, demoFacts)

  expect((await (await api.request('/api/store')).json()).result.name).toBe('Another name')
})

test('a store without facts responds with 404', async ({ api }) => {
  const response = await api.request('/api/store')

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    msg: 'The store’s details haven’t been set up yet',
  })
})
