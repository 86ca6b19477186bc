import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import { StaffPerson } from '#contract/staff/people.ts'
import { forgetPhoneDraft, forgetPhoneDraftOfOthers } from './phoneDraft.ts'

/** The desk's own key: it has nothing to do with the session of a shopper on the same device. */
const storageKey = 'desk-session'

const DeskSession = v.object({ token: v.string(), person: StaffPerson })
export type DeskSession = v.InferOutput<typeof DeskSession>

const store = getDefaultStore()

const storedSession = (): DeskSession | undefined => {
  try {
    return v.parse(DeskSession, JSON.parse(localStorage.getItem(storageKey) ?? ''))
  } catch {
    return undefined
  }
}

const sessionBaseAtom = atom(storedSession())

/** Who is logged in on this device; undefined if nobody is. */
export const sessionAtom = atom((get) => get(sessionBaseAtom))

/** Whether the session ended without a log out: it expired, or was ended on another device. */
export const hasExpiredAtom = atom(false)

export const currentSession = (): DeskSession | undefined => store.get(sessionBaseAtom)

export function saveSession(session: DeskSession): void {
  forgetPhoneDraftOfOthers(session.person.id)
  try {
    localStorage.setItem(storageKey, JSON.stringify(session))
  } catch {
    // Where storage is denied, the session lasts as long as the page.
  }
  store.set(hasExpiredAtom, false)
  store.set(sessionBaseAtom, session)
}

function removeSession(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
  store.set(sessionBaseAtom, undefined)
}

/** After a log out. */
export function endSession(): void {
  forgetPhoneDraft()
  removeSession()
  store.set(hasExpiredAtom, false)
}

/** After a 401, unless somebody has logged in again since. The login then stands in the place of the page. */
export function expireSession(token: string): void {
  if (currentSession()?.token !== token) return
  removeSession()
  store.set(hasExpiredAtom, true)
}

/** Follows the other tabs of the desk. */
export function watchSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) store.set(sessionBaseAtom, storedSession())
  })
}
