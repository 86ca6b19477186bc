const putOffMs = 14 * 24 * 60 * 60 * 1000
const keyOf = (personId: string) => `desk-passkey-notice-${personId}`

/** Whether the person has put the notice off on this device, within the last two weeks. */
export function isPutOff(personId: string): boolean {
  try {
    return Number(localStorage.getItem(keyOf(personId)) ?? 0) > Date.now() - putOffMs
  } catch {
    return false
  }
}

export function putOff(personId: string): void {
  try {
    localStorage.setItem(keyOf(personId), String(Date.now()))
  } catch {
    // Where storage is denied, the notice stays away as long as the page.
  }
}
