/**
 * The order on the phone that somebody has begun on this device. It has personal data of a customer, so it belongs to the
 * person who typed it: a log out and the login of another person delete it.
 */
const storageKey = 'desk-phone-order'

type Stored = { personId: string; draft: unknown }

function stored(): Stored | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    const isStored = typeof value === 'object' && value !== null && 'personId' in value
    return isStored ? (value as Stored) : undefined
  } catch {
    return undefined
  }
}

export function readPhoneDraft(personId: string): unknown {
  const before = stored()
  return before?.personId === personId ? before.draft : undefined
}

export function savePhoneDraft(personId: string, draft: object): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ personId, draft } satisfies Stored))
  } catch {
    // Where storage is denied, the draft lasts as long as the page.
  }
}

export function forgetPhoneDraft(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
}

/** When another person logs in after a session has expired. */
export function forgetPhoneDraftOfOthers(personId: string): void {
  const before = stored()
  if (before && before.personId !== personId) forgetPhoneDraft()
}
