import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { paths } from '#contract/pages/paths.ts'
import { hasUnsavedInput } from '#platform/serviceWorker/registration.ts'

/** What the Launch Handler API reports: the manifest has the open window focused instead of a new one opened. */
type LaunchQueue = { setConsumer: (onLaunch: (launch: { targetURL?: string }) => void) => void }

/**
 * Opens the page of a shortcut, a share or a captured link in the window that is open already. The home screen's icon
 * only brings it to the front, and typed text is not lost.
 */
export function useLaunches(): void {
  // Another function on each page.
  const navigate = useNavigate()
  const isFirst = useRef(true)
  useEffect(() => {
    const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
    const opened = performance.getEntriesByType('navigation')[0]?.name
    launchQueue?.setConsumer(({ targetURL }) => {
      // The first is the launch that opened this document.
      const isOwn = isFirst.current && targetURL === opened
      isFirst.current = false
      if (isOwn || !targetURL || !URL.canParse(targetURL)) return
      const { origin, pathname, search } = new URL(targetURL)
      if (origin !== location.origin || pathname === paths.home || hasUnsavedInput()) return
      if (pathname + search !== location.pathname + location.search)
        void navigate(pathname + search)
    })
  }, [navigate])
}
