import { atom, getDefaultStore } from 'jotai'

import type { User } from '#contract/account.ts'
import type { SignedIn } from '#contract/auth.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { hydrated } from '#platform/rendering/hydration.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'

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

const userBaseAtom = atom<User | null>(null)

/** Who is signed in; null for a visitor, and while the page is what the server drew. */
export const userAtom = atom((get) => get(userBaseAtom))
export const userIdAtom = atom((get) => get(userBaseAtom)?._id)

/** Whether it is known who is signed in, or that nobody is. */
export const isSessionReadAtom = atom(false)

const userFields = [
  '_id',
  'firstName',
  'lastName',
  'name',
  'email',
  'contactNumber',
  'dateOfBirth',
  'gender',
] as const satisfies (keyof User)[]

/** Looked at without the contract's schema, which a first sight does not wait for. */
function isWhole(kept: unknown): kept is User {
  if (typeof kept !== 'object' || kept === null) return false
  return userFields.every((name) => typeof (kept as Record<string, unknown>)[name] === 'string')
}

/** The user that local storage holds, if it holds a whole one and the token with it. */
function storedUser(): User | null {
  if (!localStorage.getItem(storageKeys.token)) return null
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeys.user) ?? 'null')
    return isWhole(kept) ? kept : null
  } catch {
    return null
  }
}

/** Reads who is signed in, at the start and when another tab changes it. */
export function watchSession(): () => void {
  const read = () => {
    getDefaultStore().set(userBaseAtom, storedUser())
    getDefaultStore().set(isSessionReadAtom, true)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKeys.user || key === storageKeys.token) read()
  }
  void hydrated.then(read)
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export function saveUser(user: User): void {
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
  getDefaultStore().set(userBaseAtom, user)
}

/** Whether somebody is signed in here, as storage says it: also before the page has read it. */
export const hasStoredUser = () => storedUser() !== null

/** The token of this user; undefined once nobody or somebody else is logged in, in this tab or another. */
export const tokenOf = (userId: string): string | undefined =>
  storedUser()?._id === userId ? (localStorage.getItem(storageKeys.token) ?? undefined) : undefined

/** Lets calls be made for somebody who is about to be signed in. */
export const saveToken = (token: string) => localStorage.setItem(storageKeys.token, token)

/** Who just proved who they are: token and user are stored and everything knows. */
export function signIn({ token, user }: SignedIn): void {
  saveToken(token)
  saveUser(user)
}

/** Nobody is signed in any more, as far as this page knows. */
export function clearSession(): void {
  localStorage.removeItem(storageKeys.token)
  localStorage.removeItem(storageKeys.user)
  getDefaultStore().set(userBaseAtom, null)
}

export const hasToken = () => localStorage.getItem(storageKeys.token) !== null

/** The token for a call. Without one the sign-in modal opens and the call fails. */
export function requireToken(): string {
  const token = localStorage.getItem(storageKeys.token)
  if (token) return token
  openLogin()
  throw new ApiError('signed_out', new Error('No token found in localStorage for api call'))
}

/** After a 401. A newer token, put there since by another tab, stays. */
export function handleUnauthorized(authorization: string | null): void {
  if (authorization !== `Bearer ${localStorage.getItem(storageKeys.token)}`) return
  clearSession()
  openLogin()
  import('./lastSession.ts').then(
    ({ reloadLoggedOut }) => reloadLoggedOut(),
    // The token is gone already, so this cannot go on for ever.
    () => location.reload(),
  )
}
