import { atom, useAtom } from 'jotai'
import * as v from 'valibot'

import type { BoardFilters } from './boardFilters.ts'
import { filtersOf, queryOf } from './boardFilters.ts'

const storageKey = 'desk-board-views'
const maxViews = 12

const SavedView = v.object({ name: v.string(), query: v.string() })
export type SavedView = v.InferOutput<typeof SavedView>

function storedViews(): SavedView[] {
  try {
    return v.parse(v.array(SavedView), JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

const viewsAtom = atom(storedViews())

/** Filters that somebody has named on this device. */
export function useSavedViews() {
  const [views, setViews] = useAtom(viewsAtom)
  function store(next: SavedView[]) {
    setViews(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Where storage is denied, the views last as long as the page.
    }
  }
  return {
    views,
    isFull: views.length >= maxViews,
    save: (name: string, filters: BoardFilters) => {
      const query = queryOf(filters)
      store([...views.filter((view) => view.name !== name), { name, query }])
    },
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}

export const viewFilters = ({ query }: SavedView): BoardFilters =>
  filtersOf(new URLSearchParams(query))
