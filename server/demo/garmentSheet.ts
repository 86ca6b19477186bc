import { mix } from './colour.ts'
import type { GarmentSpec } from './garmentSpec.ts'
import { type Outlines, outlinesOf } from './outlines.ts'
import { type Random, seededRandom } from './seededRandom.ts'

type Shade = 's' | 'd' | 'w'
type SheetOptions = { id: string; slim: number }

/** Attributes of a line. */
export const pen = (colour: string, width = 2, more = '') =>
  `fill="none" stroke="${colour}" stroke-width="${width}"${more && ` ${more}`}`

/** The line `path` drawn with `pen`. */
export const stroke = (path: string, drawnWith: string) => `<path d="${path}" ${drawnWith}/>`

/** Rows of numbers written like a path: `'1 2, 3 4'`. */
const rowsOf = (text: string) => text.split(', ').map((row) => row.split(' ').map(Number))

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

/** What was drawn so far: what it refers to, the drawing itself, and the keys of its cloth. */
const emptyPages = () => ({
  definitions: [] as string[],
  drawn: [] as string[],
  shapes: [] as string[],
})

type Pages = ReturnType<typeof emptyPages>
type Colours = ReturnType<typeof coloursOf>

function clothTools({ definitions, drawn, shapes }: Pages, colours: Colours, id: string) {
  return {
    /** A piece of cloth, filled and shaded; gives the key to draw inside it. */
    cloth(path: string, fill: string = colours.fabric, shade: Shade = 's') {
      const key = `${id}${shapes.length}`
      definitions.push(`<path id="${key}" d="${path}"/>`)
      shapes.push(key)
      drawn.push(
        `<use href="#${key}" fill="${fill}"/><use href="#${key}" fill="url(#${id}${shade})"/>`,
      )
      return key
    },
    /** Marks that end where the cloth ends. */
    inside(key: string, marks: string) {
      definitions.push(`<clipPath id="${key}c"><use href="#${key}"/></clipPath>`)
      drawn.push(`<g clip-path="url(#${key}c)">${marks}</g>`)
    },
    /** Keeps a drawing under a key, to be used more than once. */
    define(name: string, markup: string) {
      const key = `${id}${name}`
      definitions.push(`<g id="${key}">${markup}</g>`)
      return key
    },
  }
}

function markTools({ drawn }: Pages, { across }: Outlines) {
  return {
    raw: (markup: string) => void drawn.push(markup),
    flat(path: string, fill: string, opacity = 1) {
      drawn.push(`<path d="${path}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`)
    },
    line: (path: string, drawnWith: string) => void drawn.push(stroke(path, drawnWith)),
    stitch(path: string, colour: string, width = 1.6) {
      const dashes = 'stroke-dasharray="5 3.5" stroke-linecap="round"'
      drawn.push(stroke(path, pen(colour, width, dashes)))
    },
    /** Buttons and beads: `x y` of each, x from the centre line. */
    dots(places: string, radius: number, fill: string) {
      const circles = rowsOf(places).map(
        ([x = 0, y = 0]) => `<circle cx="${across(x)}" cy="${y}" r="${radius}"/>`,
      )
      drawn.push(`<g fill="${fill}">${circles.join('')}</g>`)
    },
  }
}

function creaseTools({ drawn }: Pages, { at }: Outlines, random: Random) {
  const pathOf = ([x = 0, y = 0, bendX = 0, bendY = 0, toX = 0, toY = 0, width = 0]: number[]) => {
    const bend = bendX + (random() - 0.5) * 6
    return `M${at([x, y])}Q${at([bend, bendY])} ${at([toX, toY])}Q${at([bend + width, bendY])} ${at([x, y])}`
  }
  const draw = (rows: number[][], opacity: number, colour: string) => {
    const path = rows.map(pathOf).join('')
    drawn.push(`<path fill="${colour}" opacity="${opacity}" d="${path}"/>`)
  }
  return {
    /** Creases of the cloth: `x y bendX bendY toX toY width` of each. */
    creases(creases: string, opacity = 0.13, colour = '#000') {
      draw(rowsOf(creases), opacity, colour)
    },
    creasesOnBothSides(creases: string, opacity = 0.13, colour = '#000') {
      draw(rowsOf(creases).flatMap(mirrored), opacity, colour)
    },
  }
}

/** What a garment is drawn on: it collects definitions, shapes and the drawing itself. */
export function garmentSheet(spec: GarmentSpec, { id, slim }: SheetOptions) {
  const pages = emptyPages()
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

export type GarmentSheet = ReturnType<typeof garmentSheet>
