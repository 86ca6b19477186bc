import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { Choice } from './notificationApi.ts'

/** What a shopper who has chosen nothing yet is offered: no offers. */
const firstChoice: Choice = {
  topics: ['orders', 'restock'],
  hasQuietHours: true,
  offersPerWeek: rules.push.offersPerWeek,
}

/** What was chosen in this browser last; sign-out forgets it. */
export const pushChoiceAtom = persistedAtom<Choice>(
  'push-choice',
  () => import('#contract/notification.ts').then(({ PushChoice }) => PushChoice),
  firstChoice,
)
