import { get, set } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'

import { clearPersisted } from './persistedAtom.ts'
import { persistedRecord } from './persistedRecord.ts'

const asText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

afterEach(() => vi.restoreAllMocks())

test('what was written is there for the next visit, unless it does not fit any more [login.8]', async () => {
  await persistedRecord('visit', asText).write('order-1')

  expect(await persistedRecord('visit', asText).read()).toBe('order-1')
  await set('visit', 7)
  expect(await persistedRecord('visit', asText).read()).toBeUndefined()
})

test('it goes at the logout, and when it is removed [login.6] [pwa.11]', async () => {
  const record = persistedRecord('mine', asText)
  await record.write('order-1')
  await clearPersisted()
  expect(await record.read()).toBeUndefined()

  await record.write('order-2')
  await record.remove()
  expect(await get('mine')).toBeUndefined()
})

test('where storage is refused it lives as long as the page, and no longer than the user [login.6]', async () => {
  const record = persistedRecord('refused', asText)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

  await record.write('order-1')

  expect(await record.read()).toBe('order-1')
  await clearPersisted()
  expect(await record.read()).toBeUndefined()
})
