import { atom, getDefaultStore } from 'jotai'

/** Whether the sign-in modal shows (the specification's `showAuthModal`). */
export const showAuthModalAtom = atom(false)

/** What goes on by itself once the login is done. */
export type LoginPurpose = 'checkout'
export const loginPurposeAtom = atom<LoginPurpose | undefined>(undefined)

/** Opens the sign-in modal from anywhere, also from outside React. */
export function openLogin(purpose?: LoginPurpose): void {
  getDefaultStore().set(loginPurposeAtom, purpose)
  getDefaultStore().set(showAuthModalAtom, true)
}
