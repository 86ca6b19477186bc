import type { KeyboardEvent } from 'react'

/** Steps to the right and down. */
const ways = new Map([
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
])

/** What stands in one column begins there, give or take. */
const columnPx = 8

/**
 * Arrow keys lead from link to link of a menu as they stand: up and down in a column, left and right to
 * the next column, at the same height; Home and End to the first and the last. Up
 * from the top leads back to the button that opened it.
 */
export function moveInPanel(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: panel, target: from } = event
  const stops = [...panel.querySelectorAll<HTMLElement>('a, button')]
  if (!(from instanceof HTMLElement) || !stops.includes(from)) return

  const to = key === 'Home' ? stops[0] : key === 'End' ? stops.at(-1) : nearest(from, stops, key)
  if (to) to.focus()
  else if (key === 'ArrowUp') buttonOf(panel)?.focus()
  else return
  // Else the panel would scroll too.
  event.preventDefault()
}

const buttonOf = (panel: HTMLElement) =>
  document.querySelector<HTMLElement>(`[aria-controls="${panel.parentElement?.id}"]`)

function nearest(from: HTMLElement, stops: HTMLElement[], key: string): HTMLElement | undefined {
  const [right = 0, down = 0] = ways.get(key) ?? []
  const here = from.getBoundingClientRect()
  const reachable = stops.flatMap((stop) => {
    const { x, y } = stop.getBoundingClientRect()
    const along = (x - here.x) * right + (y - here.y) * down
    const aside = Math.abs(right ? y - here.y : x - here.x)
    const isThere = along > (right ? columnPx : 1) && (right !== 0 || aside < columnPx)
    return isThere ? [{ stop, along: Math.round(along), aside }] : []
  })
  reachable.sort((a, b) => a.along - b.along || a.aside - b.aside)
  return reachable[0]?.stop
}
