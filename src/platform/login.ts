import { atom, getDefaultStore } from 'jotai'

/** Whether the sign-in modal shows (the specification's `showAuthModal`). */
export const showAuthModalAtom = atom(false)

/** Opens the sign-in modal from anywhere, also from outside React. */
export const openLogin = () => getDefaultStore().set(showAuthModalAtom, true)
