import type { Database } from '#server/database/client/connect.ts'
import type { SuggestionIndex } from '#server/features/search/suggestionIndex.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 5000

/** Rebuilds the search suggestions, so that they follow changes of the catalogue within seconds. */
export const startSuggestions = (db: Database, suggestions: SuggestionIndex) =>
  repeat(pauseMs, () => suggestions.refresh(db))
