import type { Database } from '#server/database/client/connect.ts'
import type { SuggestionIndex } from '#server/features/search/suggestionIndex.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 5000

/** What a shopper who types is shown follows the catalogue after this while. */
export const startSuggestions = (db: Database, suggestions: SuggestionIndex) =>
  repeat(pauseMs, () => suggestions.refresh(db))
