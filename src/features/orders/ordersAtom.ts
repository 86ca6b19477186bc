import { atom } from 'jotai'

import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import type { KeptOrders, KnownOrders } from './keptOrders.ts'

const none: KnownOrders = { orders: [] }

const schema = async () => (await import('./keptOrders.ts')).KeptOrders
const keptAtom = persistedAtom<KeptOrders>('orders', schema, { known: none })

/** What the store has told `askedBy`. */
type Told = { askedBy: string; change: (known: KnownOrders) => KnownOrders }

/** The orders of who is signed in, as this device last heard of them: readable without a line. */
export const ordersAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(keptAtom)),
  (get, set, { askedBy, change }: Told) => {
    // Who asked may have gone before the answer came.
    if (get(userIdAtom) !== askedBy) return
    const before = ownedBy(askedBy, get(keptAtom))
    if (change(before) === before) return
    void set(keptAtom, (kept) => ({ ownerId: askedBy, known: change(ownedBy(askedBy, kept)) }))
  },
)

/** Until then nobody knows whether something is kept here. */
export const { isReadAtom: areOrdersReadAtom } = keptAtom

function ownedBy(userId: string | undefined, { ownerId, known }: KeptOrders): KnownOrders {
  return userId !== undefined && ownerId === userId ? known : none
}
