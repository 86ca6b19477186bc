import type { Topic } from '#contract/notification.ts'
import * as rules from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

export type PushPreferences = { topics: Topic[]; hasQuietHours: boolean; offersPerWeek: number }

/** The default preferences: no offers. */
const firstChoice: PushPreferences = {
  topics: ['orders', 'restock'],
  hasQuietHours: true,
  offersPerWeek: rules.push.offersPerWeek,
}

/** The preferences chosen last in this browser; deleted at logout. */
export const pushChoiceAtom = persistedAtom<PushPreferences>(
  'push-choice',
  () => import('#contract/notification.ts').then(({ PushChoice }) => PushChoice),
  firstChoice,
)
