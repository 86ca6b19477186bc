/** Targets are at least this large, so points at this distance meet every one. */
const gridPx = 24
/**
 * The searches for a free place, one after the other: the distance between the rows that are tried, and to the controls. A
 * round control can lie between the points of the grid by less than 4 px. Close rows find a gap that is hardly higher than
 * the element.
 */
const searches = [
  { rowPx: gridPx, clearancePx: 4 },
  { rowPx: gridPx, clearancePx: 0 },
  { rowPx: 8, clearancePx: 0 },
]
/** The distance that a floating element keeps from the window's edges. */
const marginPx = 12
/** Elements that a floating element must not cover. */
const controls = 'button, input, select, textarea, label, summary, [data-uncovered]'
/** Links as high as this can be tapped beside it; so can product cards, whose link is in a heading. */
const largeLinkPx = 96
/** Elements that are rendered above it, or are the element itself. */
const overlays = 'dialog, [popover], [data-cart-pill]'

/** Pixels to the right of the element's own place, and upwards. */
export type Offset = { x: number; y: number }

export const ownPlace: Offset = { x: 0, y: 0 }

/**
 * The position, closest to its own place at the bottom, where a floating element covers no control.
 * Stays where it is, if that is free.
 * @param box where the element is in its own place.
 * @param top what is above this line is covered by the header.
 */
export function freePosition(box: DOMRect, current: Offset, top: number): Offset {
  const isControlAt = memoised(hasControlAt)
  const isFree = ({ x, y }: Offset, clearance: number) => {
    for (const pointY of pointsBetween(box.top - y - clearance, box.bottom - y + clearance)) {
      for (const pointX of pointsBetween(box.left + x - clearance, box.right + x + clearance)) {
        if (isControlAt(pointX, pointY)) return false
      }
    }
    return true
  }
  for (const { rowPx, clearancePx } of searches) {
    const places = [ownPlace, current, ...placesInRows(box, top, rowPx)]
    const free = places.find((place) => isFree(place, clearancePx))
    if (free) return free
  }
  return ownPlace
}

/** Rows from the bottom up; in each the middle, the left and the right. */
function placesInRows(box: DOMRect, top: number, rowPx: number): Offset[] {
  const columns = [0, marginPx - box.left, innerWidth - marginPx - box.right]
  const rows = Math.max(0, Math.floor((box.top - marginPx - top) / rowPx))
  return Array.from({ length: rows + 1 }, (_, row) =>
    columns.map((x) => ({ x, y: row * rowPx })),
  ).flat()
}

/** Both ends, and points of the grid between them. */
function pointsBetween(start: number, end: number): number[] {
  const first = Math.ceil(start / gridPx) * gridPx
  const between = Array.from(
    { length: Math.max(0, Math.ceil((end - first) / gridPx)) },
    (_, index) => first + index * gridPx,
  )
  return [start, ...between, end]
}

const hasControlAt = (x: number, y: number) =>
  document
    .elementsFromPoint(x, y)
    .some((element) => !element.closest(overlays) && isControl(element))

function isControl(element: Element): boolean {
  if (element.closest(controls)) return true
  const link = element.closest('a:not(h3 > a)')
  return link !== null && link.getBoundingClientRect().height < largeLinkPx
}

function memoised(test: (x: number, y: number) => boolean): (x: number, y: number) => boolean {
  const results = new Map<string, boolean>()
  return (x, y) => {
    const key = `${x} ${y}`
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = test(x, y)
    results.set(key, result)
    return result
  }
}
