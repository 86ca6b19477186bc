/** How large a photo can be looked at, of its size in the window: what + and - go through. */
const zoomLevels = [1, 2.5, 4] as const

const [smallest] = zoomLevels
const largest = 4
/** Less than that is no zoom, but a hand that let go a little too late. */
const least = 1.1

export const withinZoom = (zoom: number) => Math.min(Math.max(zoom, smallest), largest)

/** Where a pinch comes to rest. */
export const restingZoom = (zoom: number) => (zoom < least ? smallest : withinZoom(zoom))

export const zoomIn = (zoom: number) => zoomLevels.find((level) => level > zoom) ?? largest
export const zoomOut = (zoom: number) => zoomLevels.findLast((level) => level < zoom) ?? smallest

/** What is at `place` of the window, when the photo is so many times as large as the window. */
export type Hold = { zoom: number; place: number }

/** How far to scroll so that what was held at one place of the window is at the other, zoomed. */
export const scrollOf = (scroll: number, from: Hold, to: Hold) =>
  Math.max(((scroll + from.place) * to.zoom) / from.zoom - to.place, 0)
