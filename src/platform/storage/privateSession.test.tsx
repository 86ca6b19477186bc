import { clear, entries, get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'

import { getDefaultStore } from 'jotai'
import { persistedAtom } from './persistedAtom.ts'
import { persistedRecord } from './persistedRecord.ts'
import { isPrivateSession, resumePrivateSession } from './privateSession.ts'
import { startPrivateSession } from './startPrivateSession.ts'

const { localStorage: ofDevice } = globalThis

/** As the browser does when the tab is closed, and another one is opened. */
function closeTab() {
  sessionStorage.clear()
  Object.defineProperty(globalThis, 'localStorage', { value: ofDevice, configurable: true })
}

beforeEach(async () => {
  await clear()
  ofDevice.clear()
})
afterEach(closeTab)

const bagAtom = persistedAtom('cart', v.array(v.string()), [])
const record = persistedRecord('pending-login', (stored) => stored as string)

test('a private session keeps what was stored, and everything ends with the tab [login.6] [pwa.11]', async () => {
  await set('recently-viewed', ['kurta'])
  await set('device:install-declined', true)
  ofDevice.setItem('gender', 'MEN')

  await startPrivateSession()
  await getDefaultStore().set(bagAtom, () => ['saree'])
  await record.write('98765')
  localStorage.setItem('token', 'secret')

  expect(isPrivateSession()).toBe(true)
  expect(localStorage.getItem('gender')).toBe('MEN')
  expect(await record.read()).toBe('98765')
  expect(JSON.parse(sessionStorage.getItem('value:recently-viewed') ?? '')).toEqual(['kurta'])
  expect(JSON.parse(sessionStorage.getItem('value:cart') ?? '')).toEqual(['saree'])
  expect(await entries()).toEqual([['device:install-declined', true]])
  expect(ofDevice.getItem('token')).toBeNull()
  closeTab()
  expect(isPrivateSession()).toBe(false)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/secret|98765/)
})

test('it lasts over a reload; the next tab only learns that pages were visited [pwa.11]', async () => {
  await startPrivateSession()
  localStorage.setItem('token', 'secret')
  Object.defineProperty(globalThis, 'localStorage', { value: ofDevice, configurable: true })

  expect(resumePrivateSession()).toBe(false)
  expect(localStorage.getItem('token')).toBe('secret')

  closeTab()
  expect(resumePrivateSession()).toBe(true)
  expect(resumePrivateSession()).toBe(false)
  expect(await get('cart')).toBeUndefined()
})
