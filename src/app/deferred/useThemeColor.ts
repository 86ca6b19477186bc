import { useEffect } from 'react'

import { useTheme } from '#platform/theme.ts'

const darkQuery = '(prefers-color-scheme: dark)'

/** The bar of the system above the page has the colour of the page's header, in light and in dark. */
export function useThemeColor(pathname: string): void {
  const theme = useTheme()
  useEffect(() => {
    const media = matchMedia(darkQuery)
    showHeaderColor()
    media.addEventListener('change', showHeaderColor)
    return () => media.removeEventListener('change', showHeaderColor)
  }, [pathname, theme])
}

function showHeaderColor(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  const header = [...document.querySelectorAll('header')].find(
    ({ offsetHeight }) => offsetHeight > 0,
  )
  if (!meta || !header) return
  // The server's value is the accent colour of the store, which the payment window uses.
  meta.dataset.accent ??= meta.content
  meta.content = getComputedStyle(header).backgroundColor
}
