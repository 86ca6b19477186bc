import type { Answers } from '#server/platform/answers.ts'
import { catalogueAnswers } from '#server/features/catalogue/catalogueAnswers.ts'
import { searchAnswers } from '#server/features/search/searchAnswers.ts'

/** What every feature answers, put together. */
export function storeAnswers(): Answers {
  return { ...catalogueAnswers, ...searchAnswers }
}
