import { get, set } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'

import { clearPersisted } from './persistedAtom.ts'
import { persistedRecord } from './persistedRecord.ts'

const asText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

afterEach(() => vi.restoreAllMocks())

test('a record is restored at the next visit if it matches the schema [login.8]', async () => {
  await persistedRecord('visit', asText).write('order-1')

  expect(await persistedRecord('visit', asText).read()).toBe('order-1')
  await set('visit', 7)
  expect(await persistedRecord('visit', asText).read()).toBeUndefined()
})

test('it is deleted at the logout and on request [login.6] [pwa.11]', async () => {
  const record = persistedRecord('mine', asText)
  await record.write('order-1')
  await clearPersisted()
  expect(await record.read()).toBeUndefined()

  await record.write('order-2')
  await record.remove()
  expect(await get('mine')).toBeUndefined()
})

test('if storage is denied it lasts as long as the page and the session [login.6]', async () => {
  const record = persistedRecord('refused', asText)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

  await record.write('order-1')

  expect(await record.read()).toBe('order-1')
  await clearPersisted()
  expect(await record.read()).toBeUndefined()
})

test('a value that is still being stored expires like a stored one [login.3]', async () => {
  let isExpired = false
  const record = persistedRecord('brief', (stored) => (isExpired ? undefined : asText(stored)))

  const stored = record.write('order-1')
  expect(await record.read()).toBe('order-1')
  isExpired = true
  const again = record.write('order-2')

  expect(await record.read()).toBeUndefined()
  await Promise.all([stored, again])
})

test('a refused value stays readable when the one before it was stored [login.8]', async () => {
  const record = persistedRecord('twice', asText)
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (given[0] === 'order-2') throw new DOMException('Full', 'QuotaExceededError')
    return put.apply(this, given)
  })
  await Promise.all([record.write('order-1'), record.write('order-2')])

  expect(await record.read()).toBe('order-2')
})
