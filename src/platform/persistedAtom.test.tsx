import { waitFor } from '@testing-library/react'
import { get, keys, set } from 'idb-keyval'
import { createStore, getDefaultStore } from 'jotai'
import * as v from 'valibot'
import { expect, test } from 'vitest'

import { forgetPersisted, persistedAtom } from './persistedAtom.ts'

test('what is typed fast never falls back to what was typed before [bag.13]', async () => {
  const nameAtom = persistedAtom('fast-name', v.string(), '')
  const store = createStore()
  const shown: string[] = []
  store.sub(nameAtom, () => shown.push(store.get(nameAtom)))

  const writes = ['M', 'Me', 'Mee', 'Meer', 'Meera'].map((typed) =>
    store.set(nameAtom, () => typed),
  )
  await Promise.all(writes)

  expect(shown).toEqual(['M', 'Me', 'Mee', 'Meer', 'Meera'])
})

test('who comes back while a change is being stored sees the change [order.10]', async () => {
  const statusAtom = persistedAtom('status', async () => v.string(), '')
  const store = createStore()
  const leave = store.sub(statusAtom, () => undefined)
  await store.set(statusAtom, () => 'Accepted')
  leave()

  const stored = store.set(statusAtom, () => 'Cancelled')
  const shown: string[] = []
  store.sub(statusAtom, () => shown.push(store.get(statusAtom)))
  await stored
  await get('status')

  expect(shown.filter((status) => status !== 'Cancelled')).toEqual([])
})

test('what was kept is there for the next visit, unless it does not fit any more [pwa.6]', async () => {
  await createStore().set(persistedAtom('kept', v.string(), ''), () => 'Indore')
  const [same, other] = [
    persistedAtom('kept', v.string(), ''),
    persistedAtom('kept', v.number(), 0),
  ]
  const store = createStore()
  store.sub(same, () => undefined)
  store.sub(other, () => undefined)

  await waitFor(() => expect(store.get(same)).toBe('Indore'))
  expect(store.get(other)).toBe(0)
})

test('forgetting empties storage and screen at once [login.6] [pwa.11]', async () => {
  const placeAtom = persistedAtom('place', v.string(), '')
  const store = getDefaultStore()
  await store.set(placeAtom, () => 'Indore')

  await forgetPersisted()

  expect(store.get(placeAtom)).toBe('')
  expect(await get('place')).toBeUndefined()
})

test('what was kept in another visit is forgotten too [login.6] [pwa.11]', async () => {
  await set('of-a-page-not-opened', { name: 'Meera' })

  await forgetPersisted()

  expect(await keys()).toEqual([])
})
