import { waitFor } from '@testing-library/react'
import { del, get, keys, set } from 'idb-keyval'
import { createStore, getDefaultStore } from 'jotai'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'

import { channelName, clearPersisted, persistedAtom } from './persistedAtom.ts'
import { createSessionGuard } from './deviceStorage.ts'

afterEach(() => vi.restoreAllMocks())

test('fast typing never shows an older value [bag.13]', async () => {
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

test('returning while a change is being stored shows the change [order.10]', async () => {
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

test('stored state is restored at the next visit if it matches the schema [pwa.6]', async () => {
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

test('clearing empties storage and screen at once [login.6] [pwa.11]', async () => {
  const placeAtom = persistedAtom('place', v.string(), '')
  const store = getDefaultStore()
  await store.set(placeAtom, () => 'Indore')

  await clearPersisted()

  expect(store.get(placeAtom)).toBe('')
  expect(await get('place')).toBeUndefined()
})

test('state of an earlier visit is cleared too [login.6] [pwa.11]', async () => {
  await set('of-a-page-not-opened', { name: 'Meera' })

  await clearPersisted()

  expect(await keys()).toEqual([])
})

/** Another tab has changed it and sends a message. */
const announceChange = (key: string) => new BroadcastChannel(channelName).postMessage(key)

test('another tab’s changes show here at once [wish.1] [bag.13]', async () => {
  const heartsAtom = persistedAtom('hearts', v.array(v.string()), [])
  const store = getDefaultStore()
  store.sub(heartsAtom, () => undefined)
  await waitFor(() => expect(store.get(heartsAtom.isReadAtom)).toBe(true))

  await set('hearts', ['saree'])
  announceChange('hearts')

  await waitFor(() => expect(store.get(heartsAtom)).toEqual(['saree']))
})

test('a change here is sent to the other tabs, and leaves nothing behind [wish.1]', async () => {
  const onMessage = vi.fn()
  const otherTab = new BroadcastChannel(channelName)
  otherTab.addEventListener('message', ({ data }) => onMessage(data))

  await createStore().set(persistedAtom('city', v.string(), ''), () => 'Indore')

  expect(onMessage).toHaveBeenCalledExactlyOnceWith('city')
  expect(localStorage).toHaveLength(0)
})

test('a logout in another tab clears state here, including pending writes [login.6] [pwa.11]', async () => {
  const cartAtom = persistedAtom('cart', v.string(), '')
  const store = getDefaultStore()
  await store.set(cartAtom, () => 'a saree')
  const isSameSession = createSessionGuard()

  const late = store.set(cartAtom, () => 'two sarees')
  await del('cart')
  announceChange('*')
  await late

  expect(isSameSession()).toBe(false)
  expect(store.get(cartAtom)).toBe('')
  expect(await get('cart')).toBeUndefined()
})

test('the next customer’s state survives a late write of the previous one’s tab [login.6] [safe.1]', async () => {
  const cartAtom = persistedAtom('late-cart', v.string(), '')
  const store = createStore()
  const left: Promise<void>[] = []
  let runs = 0

  // The other tab logs out and fills a new bag at the moment this change is written.
  await store.set(cartAtom, () => {
    runs += 1
    if (runs === 2) {
      left.push(del('late-cart'), set('late-cart', 'a kurta'))
      announceChange('*')
    }
    return 'two sarees'
  })
  await Promise.all(left)

  expect(await get('late-cart')).toBe('a kurta')
})

test('a pending write during another tab’s logout does not affect later state [login.6] [safe.1]', async () => {
  const cartAtom = persistedAtom('new-cart', v.string(), '')
  const store = createStore()
  const next = set('new-cart', 'a kurta')

  const late = store.set(cartAtom, () => 'two sarees')
  await next
  announceChange('*')
  await late

  expect(await get('new-cart')).toBe('a kurta')
})

test('a write after another tab’s logout is undone [login.6] [pwa.11]', async () => {
  const cartAtom = persistedAtom('last-cart', v.string(), '')
  let runs = 0

  await createStore().set(cartAtom, () => {
    runs += 1
    if (runs === 2) announceChange('*')
    return 'two sarees'
  })

  expect(await get('last-cart')).toBeUndefined()
})

test('a refused write lasts as long as the page and the session, whatever is read meanwhile [login.6] [login.8]', async () => {
  await set('receiver-name', 'Asha')
  const nameAtom = persistedAtom('receiver-name', v.string(), '')
  const store = getDefaultStore()
  store.sub(nameAtom, () => undefined)
  await waitFor(() => expect(store.get(nameAtom)).toBe('Asha'))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

  await store.set(nameAtom, () => 'Meera')
  document.dispatchEvent(new Event('visibilitychange'))
  await get('receiver-name')
  await get('receiver-name')
  expect(store.get(nameAtom)).toBe('Meera')

  await clearPersisted()
  document.dispatchEvent(new Event('visibilitychange'))
  await get('receiver-name')
  expect(store.get(nameAtom)).toBe('')
})

test('a schema that cannot be loaded leaves the stored value alone [login.8]', async () => {
  await set('size-memory', 'M')
  const loadSchema = () => Promise.reject(new Error('offline'))
  const sizeAtom = persistedAtom<string>('size-memory', loadSchema, '')
  const store = getDefaultStore()

  await store.set(sizeAtom, () => 'L')

  expect(store.get(sizeAtom)).toBe('L')
  expect(await get('size-memory')).toBe('M')
})
