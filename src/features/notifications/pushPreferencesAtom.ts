import type { PushPreferences } from '#contract/account/notification.ts'
import * as rules from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** The default preferences: no offers. */
const defaultPreferences: PushPreferences = {
  topics: ['orders', 'restock'],
  hasQuietHours: true,
  offersPerWeek: rules.push.offersPerWeek,
}

/** The notification preferences last chosen in this browser; deleted at logout. */
export const pushPreferencesAtom = persistedAtom<PushPreferences>(
  'push-choice',
  () => import('#contract/account/notification.ts').then((contract) => contract.PushPreferences),
  defaultPreferences,
)
