import { useEffect, useLayoutEffect } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * The position in a list: how many pages were loaded, the card at the top of the window, and its
 * distance from the window's edge in pixels. It is stored in the history entry, so that Back and a
 * reload restore it.
 */
type ListPosition = { cursors: string[]; card?: { href: string; top: number } }

/** The start of the first page. */
export const startPosition: ListPosition = { cursors: [] }

/** Maximum number of positions; the oldest are deleted first. */
const maxPositions = 30

/** Positions in lists that this document has shown. */
const positions = new Map<string, ListPosition>()

type Entry = { list?: string; listPlace?: ListPosition } | null
const currentEntry = () => history.state as Entry

export function readPosition(list: string): ListPosition {
  return positions.get(list) ?? storedPosition(list) ?? startPosition
}

/** Stored in the entry by an earlier document of this tab. */
function storedPosition(list: string): ListPosition | undefined {
  const entry = currentEntry()
  return entry?.list === list ? entry.listPlace : undefined
}

export function savePosition(list: string, change: Partial<ListPosition>): void {
  const position = { ...readPosition(list), ...change }
  positions.delete(list)
  positions.set(list, position)
  const [oldest] = positions.keys()
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest)
}

/** Stores the position in the history entry, for a later document. */
function storePosition(list: string): void {
  // The entry belongs to a fragment that was just opened.
  if (currentEntry() === null) return
  try {
    history.replaceState({ ...currentEntry(), list, listPlace: readPosition(list) }, '')
  } catch {
    // Browsers limit the rate of these calls; only the position after a reload is lost.
  }
}

const links = 'main article a[href^="/products/"]'
/** Events that may be the last before the page is left. */
const leaveEvents = ['pagehide', 'click', 'scrollend'] as const
/** Events by which the shopper may scroll. */
const inputEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
/** Time without a shift after which the position counts as restored. */
const settledMs = 4000
/** Upper limit of the restoration: the card may load slowly, or no longer be in the list. */
const maxPinMs = 60_000

/**
 * Saves which card is at the top of the window, and scrolls to it when the shopper comes back to
 * this history entry, even after a reload.
 */
export function useListPosition(key: string): void {
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    const { card } = readPosition(key)
    return isBack && card ? pinCard(card) : undefined
  }, [key, isBack])

  useLayoutEffect(() => {
    const saveTopCard = () => {
      const card = topCard()
      if (card) savePosition(key, { card })
    }
    const store = () => {
      saveTopCard()
      storePosition(key)
    }
    // Once another page is shown, the entry is not the list's any more; a tap comes before that.
    for (const type of leaveEvents) addEventListener(type, store, true)
    return () => {
      for (const type of leaveEvents) removeEventListener(type, store, true)
      saveTopCard()
    }
  }, [key])
}

/** Keeps a card in place while the list grows around it, until the shopper scrolls. */
function pinCard({ href, top }: NonNullable<ListPosition['card']>): () => void {
  let until = performance.now() + maxPinMs
  let isFound = false
  let frame = requestAnimationFrame(function restore() {
    const link = document.querySelector(`${links}[href="${CSS.escape(href)}"]`)
    const off = link ? link.getBoundingClientRect().top - top : 0
    const from = scrollY
    if (Math.abs(off) > 1) scrollBy({ top: off, behavior: 'instant' })
    if (link && (scrollY !== from || !isFound)) until = performance.now() + settledMs
    isFound ||= link !== null
    if (performance.now() < until) frame = requestAnimationFrame(restore)
  })
  const unpin = () => cancelAnimationFrame(frame)
  for (const event of inputEvents) addEventListener(event, unpin, { once: true, passive: true })
  return () => {
    unpin()
    for (const event of inputEvents) removeEventListener(event, unpin)
  }
}

/** The first visible card. */
function topCard(): ListPosition['card'] {
  const all = [...document.querySelectorAll<HTMLAnchorElement>(links)]
  const link = all.find((candidate) => candidate.getBoundingClientRect().bottom > 0)
  const href = link?.getAttribute('href')
  return link && href ? { href, top: Math.round(link.getBoundingClientRect().top) } : undefined
}
