import { atom } from 'jotai'

/**
 * Which of the location dialogs shows: the first question, the search for a place, or that nothing
 * is delivered here.
 */
export const locationDialogAtom = atom<'ask' | 'search' | 'unserviceable' | null>(null)
