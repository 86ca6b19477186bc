import { atom } from 'jotai'

import type { User } from '#contract/account.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { userAtom } from '#platform/session/session.ts'

/** Set by `profileOutbox.ts`. */
export const profileOverlayAtom = overlayAtom<User | null>()

/** Who is logged in, with changes of the profile that wait to be sent; null for a visitor. */
export const shownUserAtom = atom((get) => {
  const user = get(userAtom)
  const overlay = get(profileOverlayAtom)
  return overlay ? overlay.apply(get, user) : user
})
