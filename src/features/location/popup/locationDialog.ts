import { atom } from 'jotai'

/**
 * The open location dialog: the first question, the search for a place, or the message that there
 * is no delivery.
 */
export const locationDialogAtom = atom<'ask' | 'search' | 'unserviceable' | null>(null)
