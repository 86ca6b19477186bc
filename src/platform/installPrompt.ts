import { atom, getDefaultStore } from 'jotai'

/** The browser's own question whether to install the store; it can be asked once. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export const installPromptAtom = atom<InstallPrompt | null>(null)

/**
 * Keeps the browser's question for a good moment. It may have come before the program: the
 * document's own script then has it (server/app/documents/builtPage.ts).
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
