import type { Topic } from '#contract/notification.ts'
import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

export type PushPreferences = { topics: Topic[]; hasQuietHours: boolean; offersPerWeek: number }

/** What a shopper who has chosen nothing yet is offered: no offers. */
const firstChoice: PushPreferences = {
  topics: ['orders', 'restock'],
  hasQuietHours: true,
  offersPerWeek: rules.push.offersPerWeek,
}

/** What was chosen in this browser last; sign-out forgets it. */
export const pushChoiceAtom = persistedAtom<PushPreferences>(
  'push-choice',
  () => import('#contract/notification.ts').then(({ PushChoice }) => PushChoice),
  firstChoice,
)
