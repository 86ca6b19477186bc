import { getDefaultStore } from 'jotai'

import { calls } from '#contract/api/calls.ts'
import { type Profile, ProfileResponse, type User } from '#contract/account/account.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { type Change, type ChangeOf, isChangeOf } from '#platform/outbox/changes.ts'
import type { Handler, SendContext } from '#platform/outbox/outbox.ts'
import { saveUser, userAtom } from '#platform/session/session.ts'

const refusals: Record<ChangeOf<'profile'>['type'], string> = {
  'profile.update': 'Failed to update profile',
}

function withPendingChange(user: User | null, change: Change): User | null {
  if (!user || !isChangeOf('profile', change)) return user
  switch (change.type) {
    case 'profile.update': {
      const { firstName, lastName } = change.profile
      return { ...user, ...change.profile, name: `${firstName} ${lastName}`.trim() }
    }
  }
}

export const profileHandler: Handler<'profile', User | null> = {
  applyChange: withPendingChange,
  async send(change, { ownerId: _, ...options }) {
    switch (change.type) {
      case 'profile.update': {
        const { contactNumber, dateOfBirth, gender } = getDefaultStore().get(userAtom) ?? {}
        const profile = { ...change.profile, contactNumber, dateOfBirth, gender }
        const saved = await saveProfile(profile, options)
        return { show: () => saveUser(saved) }
      }
    }
  },
  refusal: ({ type }) => refusals[type],
  // The stored profile is the server's, so a rejected change leaves nothing to undo.
  refresh: () => Promise.resolve(),
}

async function saveProfile(json: Profile, options: Omit<SendContext, 'ownerId'>): Promise<User> {
  const { user } = await parseResponse(
    ProfileResponse,
    request(calls.updateProfile, { json, ...options }),
  )
  return user
}
