import { atom } from 'jotai'

/** Whether the customer wants to log out while changes wait, and is asked what to do with them. */
export const logoutQuestionAtom = atom(false)
