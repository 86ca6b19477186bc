import { type ReactElement, Suspense, use } from 'react'

import { useIsClient } from './hydration.ts'
import { interactions } from './nearViewport.ts'

let resolveInteraction: () => void
let pendingInteraction: Promise<void> | undefined = new Promise((resolve) => {
  resolveInteraction = resolve
})

const maxPhoneHeightPx = 960

/** Hydrates what has waited for it. */
export function hydrateDeferredParts(): void {
  pendingInteraction = undefined
  resolveInteraction()
}

if (!import.meta.env.SSR) {
  // A mouse that moves may point at a card, which then shows its second photo.
  // A window that grows may show more, as that of a search engine, which does not scroll.
  for (const type of [...interactions, 'input', 'pointermove', 'resize'])
    addEventListener(type, hydrateDeferredParts, { once: true, capture: true })
  // The browser has scrolled already: back to where the shopper was, or to a part named by the URL. A
  // window taller than a phone shows more than the first view.
  if (scrollY > 0 || innerHeight > maxPhoneHeightPx) hydrateDeferredParts()
}

/**
 * A part of the server's page below the first view. It stays HTML, whose links work, until somebody
 * uses the page or `hydrateDeferredParts` is called, so that a slow phone is not busy with what nobody has seen.
 * A tap in it hydrates it first and is then handled. A page that the browser renders itself shows it
 * at once. Put it into a memoised component: React renders it anew if its parent passes other children.
 */
export function HydrateOnDemand({
  children,
}: {
  children: ReactElement | readonly ReactElement[]
}) {
  return <HydrateAfter waitsFor={() => pendingInteraction}>{children}</HydrateAfter>
}

type Props = {
  /** Asked while it is hydrated; nothing, to hydrate it. */
  waitsFor: () => Promise<void> | undefined
  children: ReactElement | readonly ReactElement[]
}

/** A part of the page that stays the server's HTML as long as it waits for something. */
export function HydrateAfter(props: Props) {
  return (
    <Suspense>
      <Wait {...props} />
    </Suspense>
  )
}

/** React keeps the HTML of a boundary that suspends while it is hydrated. */
function Wait({ waitsFor, children }: Props) {
  const isHydrating = !useIsClient() && !import.meta.env.SSR
  const reason = isHydrating && waitsFor()
  if (reason) use(reason)
  return children
}
