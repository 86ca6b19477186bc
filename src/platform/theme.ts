import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * In a cookie, because the document's inline script (server/app/documents/builtPage.ts) needs it
 * before the first paint, and the specification names the keys of local storage. The server does not
 * read it.
 */
const cookie = 'theme'
const yearS = 365 * 24 * 60 * 60

const listeners = new Set<() => void>()

/** The theme the shopper has chosen on this device; `system` follows the device. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme, () => 'system')

function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Safari deletes a cookie that a page has set after seven days, so each visit sets it again. */
export function renewTheme(): void {
  const theme = chosenTheme()
  if (theme !== 'system') store(theme)
}

function store(theme: Theme): void {
  const maxAge = theme === 'system' ? 0 : yearS
  document.cookie = `${cookie}=${theme}; path=/; max-age=${maxAge}; samesite=lax`
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  store(theme)
  for (const listener of listeners) listener()
}
