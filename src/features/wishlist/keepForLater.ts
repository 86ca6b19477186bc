import { getDefaultStore } from 'jotai'

import type { Product } from '#contract/product.ts'
import { tellPlainly } from '#platform/tell.ts'
import { heartChangesAtom, withChanges } from './heartChanges.ts'
import { sendHeartChanges } from './sendHeartChanges.ts'
import { wishlistAtom } from './wishlistAtom.ts'

const store = getDefaultStore()

/** Shown at once, and taken back if the store refuses. Without a line it waits on the device. */
export const keepForLater = (product: Product) => change(product, true)

/** Shown at once, and put back if the store refuses. Without a line it waits on the device. */
export const letGo = (product: Product) => change(product, false)

async function change(product: Product, isKept: boolean): Promise<void> {
  const made = { key: crypto.randomUUID(), isKept, product }
  void store.set(wishlistAtom, (shown) => withChanges(shown, [made]))
  void store.set(heartChangesAtom, (changes) => [...changes, made])
  await sendHeartChanges()
  const isWaiting = store.get(heartChangesAtom).some(({ key }) => key === made.key)
  if (isWaiting) await tellPlainly('Saved here. It is sent when you are back online.')
}
