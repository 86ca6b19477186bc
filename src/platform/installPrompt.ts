import { atom, getDefaultStore } from 'jotai'

/** The browser's install prompt; it can be shown once. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export const installPromptAtom = atom<InstallPrompt | null>(null)

/**
 * Stores the install prompt until the store offers it. If it fired before this module was loaded,
 * the document's inline script has it (server/app/documents/builtPage.ts).
 */
export function captureInstallPrompt(): void {
  const { set } = getDefaultStore()
  const { pehnoInstall } = globalThis as { pehnoInstall?: InstallPrompt }
  if (pehnoInstall) set(installPromptAtom, pehnoInstall)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(installPromptAtom, event as InstallPrompt)
  })
  addEventListener('appinstalled', () => set(installPromptAtom, null))
}

/** iPhone, iPad or iPod. iPadOS reports itself as a Mac, but Macs have no touch screen. */
export const isAppleTouchDevice = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
