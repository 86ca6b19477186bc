import { atom } from 'jotai'

import type { User } from '#contract/account.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { userAtom } from '#platform/session/session.ts'

/** Set by `profileOutbox.ts`. */
export const profileOverlayAtom = overlayAtom<User | null>()

/** The customer, with profile changes that wait to be sent; null for a guest. */
export const shownUserAtom = atom((get) => {
  const user = get(userAtom)
  const overlay = get(profileOverlayAtom)
  return overlay ? overlay.apply(get, user) : user
})
