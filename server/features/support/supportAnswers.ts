import type { StoreFacts } from '#contract/storeFacts.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import { type Answers, ok } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'

/** What a browser may know of the services behind the store. */
export type SupportOutside = Pick<StoreFacts, 'maps' | 'payments'>

/** Who runs the store, and how to turn to them. */
export function supportAnswers({ maps, payments }: SupportOutside): Answers {
  return {
    readStore: async ({ db }) => {
      const facts = await readStoreFacts(db)
      if (!facts) throw new StoreError('not_found', 'The store has not introduced itself yet')
      return ok({ result: { ...facts, maps, payments } })
    },
  }
}
