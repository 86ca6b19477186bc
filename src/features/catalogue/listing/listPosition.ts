import { useEffect, useLayoutEffect } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * Where somebody was in a list: how far it was loaded, and the card at the top of the window with
 * how far below the window's edge it stood, in pixels. It belongs to an entry of the history, so that
 * Back and a reload find it again.
 */
type ListPlace = { cursors: string[]; card?: { href: string; top: number } }

/** The first page only, from its beginning. */
export const nowhere: ListPlace = { cursors: [] }

/** The oldest go first: nobody goes back that far. */
const kept = 30

/** Of the lists that this document has shown. */
const known = new Map<string, ListPlace>()

type Entry = { list?: string; listPlace?: ListPlace } | null
const entryNow = () => history.state as Entry

export function readPosition(list: string): ListPlace {
  return known.get(list) ?? storedPlace(list) ?? nowhere
}

/** Another document of this tab has left it in the entry. */
function storedPlace(list: string): ListPlace | undefined {
  const entry = entryNow()
  return entry?.list === list ? entry.listPlace : undefined
}

export function savePosition(list: string, change: Partial<ListPlace>): void {
  const place = { ...readPosition(list), ...change }
  known.delete(list)
  known.set(list, place)
  const [oldest] = known.keys()
  if (known.size > kept && oldest !== undefined) known.delete(oldest)
}

/** Writes the place into the entry of the history that shows the list, for a later document. */
function storePlace(list: string): void {
  // A fragment was opened, and nobody has looked at its entry yet.
  if (entryNow() === null) return
  try {
    history.replaceState({ ...entryNow(), list, listPlace: readPosition(list) }, '')
  } catch {
    // A browser may refuse to write that often; it only costs the place after a reload.
  }
}

const links = 'main article a[href^="/products/"]'
/** The page may be left after any of these. */
const leaving = ['pagehide', 'click', 'scrollend'] as const
/** Signs that the shopper has taken the page into their own hands. */
const hands = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
/** So long after the card last moved, pages above it may still come in and push it. */
const settledMs = 4000
/** On a bad line the card itself takes its time; one that is gone from the list never comes. */
const patienceMs = 60_000

/**
 * Remembers which card stands at the top of the window, and puts it there again when somebody comes
 * back to this entry of the history, also after a reload.
 */
export function useListPosition(key: string): void {
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    const { card } = readPosition(key)
    return isBack && card ? hold(card) : undefined
  }, [key, isBack])

  useLayoutEffect(() => {
    const keep = () => {
      const card = topCard()
      if (card) savePosition(key, { card })
    }
    const store = () => {
      keep()
      storePlace(key)
    }
    // Once another page is shown the entry is not the list's any more: a tap comes before that.
    for (const sign of leaving) addEventListener(sign, store, true)
    return () => {
      for (const sign of leaving) removeEventListener(sign, store, true)
      keep()
    }
  }, [key])
}

/** Keeps a card where it was while the list grows round it, until a hand takes over. */
function hold({ href, top }: NonNullable<ListPlace['card']>): () => void {
  let until = performance.now() + patienceMs
  let isFound = false
  let frame = requestAnimationFrame(function place() {
    const link = document.querySelector(`${links}[href="${CSS.escape(href)}"]`)
    const off = link ? link.getBoundingClientRect().top - top : 0
    const from = scrollY
    if (Math.abs(off) > 1) scrollBy({ top: off, behavior: 'instant' })
    if (link && (scrollY !== from || !isFound)) until = performance.now() + settledMs
    isFound ||= link !== null
    if (performance.now() < until) frame = requestAnimationFrame(place)
  })
  const letGo = () => cancelAnimationFrame(frame)
  for (const hand of hands) addEventListener(hand, letGo, { once: true, passive: true })
  return () => {
    letGo()
    for (const hand of hands) removeEventListener(hand, letGo)
  }
}

/** The first card of which something is in the window. */
function topCard(): ListPlace['card'] {
  const all = [...document.querySelectorAll<HTMLAnchorElement>(links)]
  const link = all.find((one) => one.getBoundingClientRect().bottom > 0)
  const href = link?.getAttribute('href')
  return link && href ? { href, top: Math.round(link.getBoundingClientRect().top) } : undefined
}
