import { lightness, mix } from '#server/demo/artwork/colour.ts'
import type { GarmentSpec } from '#server/demo/artwork/imageSpec.ts'
import { type Random, seededRandom } from '#server/demo/seededRandom.ts'

type Point = [x: number, y: number]
type Segment = { command: string; points: Point[] }

const pointsOf: Record<string, number> = { M: 1, L: 1, Q: 2, C: 3 }

/** Parses an SVG path of absolute M, L, Q and C commands. */
function segmentsOf(path: string): Segment[] {
  const words = path.match(/[MLQC]|-?[\d.]+/g) ?? []
  const segments: Segment[] = []
  let command = ''
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    if (word in pointsOf) {
      command = word
      at++
    }
    const points: Point[] = []
    for (let left = pointsOf[command] ?? 0; left > 0; left--, at += 2) {
      points.push([Number(words[at]), Number(words[at + 1])])
    }
    segments.push({ command, points })
    if (command === 'M') command = 'L'
  }
  return segments
}

/** Reverses an open path; the result has no leading M. */
function backwards(segments: Segment[]): Segment[] {
  return segments
    .slice(1)
    .map(({ command, points }, at) => ({
      command,
      points: [...points.slice(0, -1).reverse(), ...(segments[at]?.points.slice(-1) ?? [])],
    }))
    .reverse()
}

/**
 * Outlines describe the right half of a garment: x is the distance from the centre line at 200.
 * `slim` scales the whole garment horizontally.
 */
function outlinesOf(slim: number) {
  const across = (x: number) => Math.round(200 + x * slim)
  const at = ([x, y]: Point, side = 1) => `${across(side * x)} ${Math.round(y)}`
  const text = (segments: Segment[], side = 1) =>
    segments.map((part) => part.command + part.points.map((p) => at(p, side)).join(' ')).join('')
  const right = (path: string) => text(segmentsOf(path))
  const left = (path: string) => text(segmentsOf(path), -1)
  return {
    across,
    at,
    /** The right side, open. */
    right,
    left,
    /** Both sides, open. */
    pair: (path: string) => right(path) + left(path),
    /** Both sides as two closed shapes. */
    both: (path: string) => `${right(path)}Z${left(path)}Z`,
    /** A closed shape that is mirrored at the centre line. */
    half: (path: string) => `${right(path)}${text(backwards(segmentsOf(path)), -1)}Z`,
  }
}

type Outlines = ReturnType<typeof outlinesOf>

/** Where the light on a piece of fabric comes from, or what it falls on. */
export type Shade = 'side' | 'above' | 'skirt'
type CanvasOptions = { id: string; slim: number }

/** SVG attributes of a line. */
export const strokeStyle = (colour: string, width = 2, more = '') =>
  `fill="none" stroke="${colour}" stroke-width="${width}"${more && ` ${more}`}`

/** A path with the attributes from `strokeStyle`. */
export const stroke = (path: string, drawnWith: string) => `<path d="${path}" ${drawnWith}/>`

/** Parses rows of numbers such as `'1 2, 3 4'`. */
const parseRows = (text: string) => text.split(', ').map((row) => row.split(' ').map(Number))

/** A crease and its mirror image. */
function mirrored([x = 0, y = 0, bendX = 0, bendY = 0, toX = 0, toY = 0, width = 0]: number[]) {
  return [
    [x, y, bendX, bendY, toX, toY, width],
    [-x, y, -bendX, bendY, -toX, toY, -width],
  ]
}

function coloursOf({ base, accent, pattern, seed }: GarmentSpec, id: string) {
  return {
    base,
    accent,
    dark: mix(base, '#0c1410', 0.42),
    deep: mix(base, '#0c1410', 0.62),
    light: mix(base, '#ffffff', 0.35),
    fabric: pattern === 'solid' ? base : `url(#${id}p)`,
    /** Which of three cuts of the garment is drawn. */
    cut: seed % 3,
  }
}

/** An empty drawing: definitions, markup, and the ids of its fabric shapes. */
const emptyDrawing = () => ({
  definitions: [] as string[],
  drawn: [] as string[],
  shapes: [] as string[],
})

type Drawing = ReturnType<typeof emptyDrawing>
type Colours = ReturnType<typeof coloursOf>

function clothTools({ definitions, drawn, shapes }: Drawing, colours: Colours, id: string) {
  return {
    /** Draws a filled and shaded piece of fabric. Returns its id, to draw inside it. */
    cloth(path: string, fill: string = colours.fabric, shade: Shade = 'side') {
      const key = `${id}${shapes.length}`
      definitions.push(`<path id="${key}" d="${path}"/>`)
      shapes.push(key)
      drawn.push(
        `<use href="#${key}" fill="${fill}"/><use href="#${key}" fill="url(#${id}${shade})"/>`,
      )
      return key
    },
    /** Draws marks that are clipped to a piece of fabric. */
    inside(key: string, marks: string) {
      definitions.push(`<clipPath id="${key}c"><use href="#${key}"/></clipPath>`)
      drawn.push(`<g clip-path="url(#${key}c)">${marks}</g>`)
    },
    /** Defines markup under an id, to be used more than once. */
    define(name: string, markup: string) {
      const key = `${id}${name}`
      definitions.push(`<g id="${key}">${markup}</g>`)
      return key
    },
  }
}

function markTools({ drawn }: Drawing, { across }: Outlines) {
  return {
    raw: (markup: string) => void drawn.push(markup),
    flat(path: string, fill: string, opacity = 1) {
      drawn.push(`<path d="${path}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`)
    },
    line: (path: string, drawnWith: string) => void drawn.push(stroke(path, drawnWith)),
    stitch(path: string, colour: string, width = 1.6) {
      const dashes = 'stroke-dasharray="5 3.5" stroke-linecap="round"'
      drawn.push(stroke(path, strokeStyle(colour, width, dashes)))
    },
    /** Draws buttons or beads at `x y`, with x from the centre line. */
    dots(places: string, radius: number, fill: string) {
      const circles = parseRows(places).map(
        ([x = 0, y = 0]) => `<circle cx="${across(x)}" cy="${y}" r="${radius}"/>`,
      )
      drawn.push(`<g fill="${fill}">${circles.join('')}</g>`)
    },
  }
}

function creaseTools({ drawn }: Drawing, { at }: Outlines, random: Random) {
  const pathOf = ([x = 0, y = 0, bendX = 0, bendY = 0, toX = 0, toY = 0, width = 0]: number[]) => {
    const bend = bendX + (random() - 0.5) * 6
    return `M${at([x, y])}Q${at([bend, bendY])} ${at([toX, toY])}Q${at([bend + width, bendY])} ${at([x, y])}`
  }
  const draw = (rows: number[][], opacity: number, colour: string) => {
    const path = rows.map(pathOf).join('')
    drawn.push(`<path fill="${colour}" opacity="${opacity}" d="${path}"/>`)
  }
  return {
    /** Draws creases, each given as `x y bendX bendY toX toY width`. */
    creases(creases: string, opacity = 0.13, colour = '#000') {
      draw(parseRows(creases), opacity, colour)
    },
    creasesOnBothSides(creases: string, opacity = 0.13, colour = '#000') {
      draw(parseRows(creases).flatMap(mirrored), opacity, colour)
    },
  }
}

/** The drawing surface of a garment: it collects definitions, shapes and markup. */
export function createGarmentCanvas(spec: GarmentSpec, { id, slim }: CanvasOptions) {
  const pages = emptyDrawing()
  const colours = coloursOf(spec, id)
  const outlines = outlinesOf(slim)
  return {
    ...pages,
    ...colours,
    ...outlines,
    ...clothTools(pages, colours, id),
    ...markTools(pages, outlines),
    ...creaseTools(pages, outlines, seededRandom(spec.seed * 7 + 3)),
  }
}

export type GarmentCanvas = ReturnType<typeof createGarmentCanvas>

/** Sleeves: long, three-quarter, short. */
export const longSleeve =
  'M84 104C112 114 124 150 134 210L152 352L155 386C146 394 122 396 112 391L103 262L78 178'
export const midSleeve =
  'M82 104C108 114 120 148 128 200L140 290C130 298 110 300 98 296L94 232L76 176'
export const shortSleeve =
  'M86 103C112 114 130 150 148 208C150 214 146 218 140 220L102 234C96 236 93 232 91 226L78 172'

/** Draws the inside of the back, seen through the neckline, with its label. */
export function backNeck(canvas: GarmentCanvas, width = 35, top = 90): void {
  const depth = lightness(canvas.base) > 0.62 ? 0.3 : 0.5
  const [left, right] = [canvas.at([-width, top]), canvas.at([width, top])]
  const shape = `M${left}Q200 ${top - 13} ${right}V${top + 96}H${canvas.across(-width)}Z`
  canvas.flat(shape, mix(canvas.base, '#0c1410', depth))
  canvas.flat(`M192 ${top - 5}h16v8h-16z`, '#f4f1ea', 0.9)
}

/** A stand collar. */
export function standCollar(canvas: GarmentCanvas, fill: string, gap: number): void {
  const collar = `M${gap} 116C18 112 28 100 34 82L44 86C42 106 30 122 ${gap} 130`
  canvas.cloth(canvas.both(collar), fill)
}

type Cuff = { top: number; left: number; right: number; bottom: number; fill: string }

export function cuffs(canvas: GarmentCanvas, { top, left, right, bottom, fill }: Cuff): void {
  const edge = `C${right - 8} ${bottom + 4} ${left + 10} ${bottom + 4} ${left + 1} ${bottom}`
  const path = `M${left} ${top}L${right} ${top - 4}L${right + 3} ${bottom - 4}${edge}`
  canvas.cloth(canvas.both(path), fill, 'above')
}
