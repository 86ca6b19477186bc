import { waitFor } from '@testing-library/react'
import { del, get, keys, set } from 'idb-keyval'
import { createStore, getDefaultStore } from 'jotai'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'

import { channelName, clearPersisted, persistedAtom } from './persistedAtom.ts'
import { untilCleared } from './deviceStorage.ts'

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

  await clearPersisted()

  expect(store.get(placeAtom)).toBe('')
  expect(await get('place')).toBeUndefined()
})

test('what was kept in another visit is forgotten too [login.6] [pwa.11]', async () => {
  await set('of-a-page-not-opened', { name: 'Meera' })

  await clearPersisted()

  expect(await keys()).toEqual([])
})

/** Another tab has changed it and sends a message. */
const tellOfChange = (key: string) => new BroadcastChannel(channelName).postMessage(key)

test('what another tab changes shows here at once [wish.1] [bag.13]', async () => {
  const heartsAtom = persistedAtom('hearts', v.array(v.string()), [])
  const store = getDefaultStore()
  store.sub(heartsAtom, () => undefined)
  await waitFor(() => expect(store.get(heartsAtom.isReadAtom)).toBe(true))

  await set('hearts', ['saree'])
  tellOfChange('hearts')

  await waitFor(() => expect(store.get(heartsAtom)).toEqual(['saree']))
})

test('a change here is told to the other tabs, and leaves nothing behind [wish.1]', async () => {
  const told = vi.fn()
  const otherTab = new BroadcastChannel(channelName)
  otherTab.addEventListener('message', ({ data }) => told(data))

  await createStore().set(persistedAtom('told', v.string(), ''), () => 'Indore')

  expect(told).toHaveBeenCalledExactlyOnceWith('told')
  expect(localStorage).toHaveLength(0)
})

test('who signs out in another tab leaves nothing here, what is on its way neither [login.6] [pwa.11]', async () => {
  const bagAtom = persistedAtom('bag', v.string(), '')
  const store = getDefaultStore()
  await store.set(bagAtom, () => 'a saree')
  const mayStand = untilCleared()

  const late = store.set(bagAtom, () => 'two sarees')
  await del('bag')
  tellOfChange('*')
  await late

  expect(mayStand()).toBe(false)
  expect(store.get(bagAtom)).toBe('')
  expect(await get('bag')).toBeUndefined()
})

test('what the next one keeps as a change of the last one’s tab is late stays [login.6] [safe.1]', async () => {
  const bagAtom = persistedAtom('late-bag', v.string(), '')
  const store = createStore()
  const left: Promise<void>[] = []
  let runs = 0

  // The other tab logs out and fills a new bag at the moment this change is written.
  await store.set(bagAtom, () => {
    runs += 1
    if (runs === 2) {
      left.push(del('late-bag'), set('late-bag', 'a kurta'))
      tellOfChange('*')
    }
    return 'two sarees'
  })
  await Promise.all(left)

  expect(await get('late-bag')).toBe('a kurta')
})

test('a change on its way as another tab signs out does not touch what is kept after it [login.6] [safe.1]', async () => {
  const bagAtom = persistedAtom('new-bag', v.string(), '')
  const store = createStore()
  const next = set('new-bag', 'a kurta')

  const late = store.set(bagAtom, () => 'two sarees')
  await next
  tellOfChange('*')
  await late

  expect(await get('new-bag')).toBe('a kurta')
})

test('a change written as another tab has signed out already is taken back [login.6] [pwa.11]', async () => {
  const bagAtom = persistedAtom('last-bag', v.string(), '')
  let runs = 0

  await createStore().set(bagAtom, () => {
    runs += 1
    if (runs === 2) tellOfChange('*')
    return 'two sarees'
  })

  expect(await get('last-bag')).toBeUndefined()
})
