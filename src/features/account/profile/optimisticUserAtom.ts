import { atom } from 'jotai'

import { withPending } from '#platform/outbox/outboxAtom.ts'
import { userAtom } from '#platform/session/session.ts'

/** The customer, with pending profile changes; null for a guest. */
export const optimisticUserAtom = atom((get) => withPending(get, 'profile', get(userAtom)))
