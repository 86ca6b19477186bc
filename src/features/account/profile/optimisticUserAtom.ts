import { atom } from 'jotai'

import type { User } from '#contract/account.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { userAtom } from '#platform/session/session.ts'

/** Set by `profileOutbox.ts`. */
export const profileOverlayAtom = overlayAtom<User | null>()

/** The customer, with pending profile changes; null for a guest. */
export const optimisticUserAtom = atom((get) => {
  const user = get(userAtom)
  const overlay = get(profileOverlayAtom)
  return overlay ? overlay.apply(get, user) : user
})
