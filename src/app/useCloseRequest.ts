import { useEffect, useRef } from 'react'

/** HTML's close watcher; not every browser has it. */
type Watcher = EventTarget & { destroy: () => void }
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }

/** Closes what covers the page and is no `<dialog>` as one is closed: by Escape, and by Android's Back. */
export function useCloseRequest(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const watcher = CloseWatcher && new CloseWatcher()
    watcher?.addEventListener('close', () => latest.current())
    return () => watcher?.destroy()
  }, [])
}
