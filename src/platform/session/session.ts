import { atom, getDefaultStore } from 'jotai'

import type { User } from '#contract/account/account.ts'
import type { LoginResult } from '#contract/account/auth.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { hydrated } from '#platform/rendering/hydration.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'

/** Whether the login dialog is open (the specification's `showAuthModal`). */
export const showAuthModalAtom = atom(false)

/** Why the login is asked for. `checkout` and `coupon` continue after it. */
export type LoginPurpose =
  'checkout' | 'coupon' | 'wishlist' | 'restock' | 'place' | 'account' | 'expired'
export const loginPurposeAtom = atom<LoginPurpose | undefined>(undefined)

/** Opens the login dialog, also from outside React. */
export function openLogin(purpose?: LoginPurpose): void {
  getDefaultStore().set(loginPurposeAtom, purpose)
  getDefaultStore().set(showAuthModalAtom, true)
}

const userBaseAtom = atom<User | null>(null)

/** The customer who is logged in; null for a guest, and until the page is hydrated. */
export const userAtom = atom((get) => get(userBaseAtom))
export const userIdAtom = atom((get) => get(userBaseAtom)?._id)

/** Whether it is known if somebody is logged in. */
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

/** Checked without the contract's schema, because a first view does not load valibot. */
function isComplete(stored: unknown): stored is User {
  if (typeof stored !== 'object' || stored === null) return false
  return userFields.every((name) => typeof (stored as Record<string, unknown>)[name] === 'string')
}

/** The customer in local storage, if the record is complete and there is a token. */
function storedUser(): User | null {
  if (!localStorage.getItem(storageKeys.token)) return null
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.user) ?? 'null')
    return isComplete(stored) ? stored : null
  } catch {
    return null
  }
}

/** Reads the session at the start and when another tab changes it. */
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

/** Whether local storage has a session; works before the page has read it. */
export const hasStoredUser = () => storedUser() !== null

/** The token of this customer; undefined once nobody or somebody else is logged in, in any tab. */
export const tokenOf = (userId: string): string | undefined =>
  storedUser()?._id === userId ? (localStorage.getItem(storageKeys.token) ?? undefined) : undefined

/** Lets calls be sent during the login, before the customer is known. */
export const saveToken = (token: string) => localStorage.setItem(storageKeys.token, token)

/** Stores the session of a customer who has just logged in. */
export function saveSession({ token, user }: LoginResult): void {
  saveToken(token)
  saveUser(user)
}

/** Deletes the session on this device. */
export function clearSession(): void {
  localStorage.removeItem(storageKeys.token)
  localStorage.removeItem(storageKeys.user)
  getDefaultStore().set(userBaseAtom, null)
}

/** The token for a call. Without one the login dialog opens and the call fails. */
export function requireToken(): string {
  const token = localStorage.getItem(storageKeys.token)
  if (token) return token
  openLogin()
  throw new ApiError('signed_out', new Error('No token found in localStorage for api call'))
}

/** Ends the session after a 401, unless another tab has stored a newer token since. */
export function handleUnauthorized(authorization: string | null): void {
  if (authorization !== `Bearer ${localStorage.getItem(storageKeys.token)}`) return
  clearSession()
  openLogin('expired')
  import('./lastSession.ts').then(
    ({ reloadLoggedOut }) => reloadLoggedOut(),
    // The token is deleted already, so this cannot loop.
    () => location.reload(),
  )
}
