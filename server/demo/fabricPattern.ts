import { mix } from './colour.ts'
import type { GarmentSpec, Pattern } from './garmentSpec.ts'

type Tile = { width: number; height: number; marks: string; turn?: string }
type Dye = { id: string; base: string; accent: string; pale: string }

const tiles: Partial<Record<Pattern, (dye: Dye) => Tile>> = {
  stripes: ({ accent }) => ({
    width: 17,
    height: 17,
    marks: `<g fill="${accent}"><path d="M0 0h5v17H0z"/><path d="M10 0h1.5v17H10z" opacity=".55"/></g>`,
  }),
  checks: ({ accent }) => ({
    width: 34,
    height: 34,
    marks: `<g fill="${accent}"><path d="M0 0h12v34H0zM0 0h34v12H0z" opacity=".38"/><path d="M22 0h2v34h-2zM0 22h34v2H0z" opacity=".8"/></g>`,
  }),
  block: ({ accent }) => ({
    width: 36,
    height: 36,
    marks: `<g fill="${accent}"><path d="M18 6q6 6 0 12q-6-6 0-12zM18 30q6-6 0-12q-6 6 0 12zM6 18q6-6 12 0q-6 6-12 0zM30 18q-6-6-12 0q6 6 12 0z"/><circle r="3"/><circle cx="36" r="3"/><circle cy="36" r="3"/><circle cx="36" cy="36" r="3"/></g>`,
  }),
  ikat: ({ accent, base, pale }) => ({
    width: 34,
    height: 46,
    marks: `<path d="M17 2l3 5-1 1 4 5-1 1 5 6-1 1 4 2-4 2 1 1-5 6 1 1-4 5 1 1-3 5-3-5 1-1-4-5 1-1-5-6 1-1-4-2 4-2-1-1 5-6-1-1 4-5-1-1zM0 0l3 4-3 5zM34 0l-3 4 3 5zM0 46l3-4-3-5zM34 46l-3-4 3-5z" fill="${accent}"/><path d="M17 13l5 10-5 10-5-10z" fill="${base}"/><path d="M17 18l2 5-2 5-2-5z" fill="${pale}"/>`,
  }),
  polka: ({ accent }) => ({
    width: 26,
    height: 26,
    marks: `<g fill="${accent}"><circle cx="7" cy="7" r="4"/><circle cx="20" cy="20" r="4"/></g>`,
  }),
  buti: ({ id, accent, pale }) => ({
    width: 46,
    height: 52,
    marks: `<g id="${id}b"><path d="M12 25C4 24 2 16 6 11C9 7 15 7 15 1C23 6 24 15 20 21C18 24 15 25 12 25Z" fill="${accent}"/><path d="M12 20C8 20 8 14 11 13C14 12 15 14 15 16C15 18 14 20 12 20Z" fill="${pale}"/></g><use href="#${id}b" transform="translate(49 26) scale(-1 1)"/><g fill="${accent}"><circle cx="35" cy="12" r="1.8"/><circle cx="12" cy="38" r="1.8"/></g>`,
  }),
  floral: ({ id, accent, pale }) => ({
    width: 56,
    height: 60,
    marks: `<g fill="${accent}"><g id="${id}b"><circle cx="14" cy="8" r="5"/><circle cx="20" cy="13" r="5"/><circle cx="18" cy="20" r="5"/><circle cx="10" cy="20" r="5"/><circle cx="8" cy="13" r="5"/></g><use href="#${id}b" transform="translate(29 31) scale(.85)"/></g><g fill="${pale}"><circle cx="14" cy="15" r="3"/><circle cx="41" cy="44" r="2.6"/></g><path d="M33 10q9-6 13 3q-9 4-13-3zM6 44q6-8 12-1q-5 7-12 1z" fill="${mix(accent, '#1d5b46', 0.55)}"/>`,
  }),
  bandhani: ({ accent, base }) => ({
    width: 22,
    height: 22,
    marks: `<g fill="${accent}"><circle cx="5.5" cy="5.5" r="3.2"/><circle cx="16.5" cy="16.5" r="3.2"/></g><g fill="${base}"><circle cx="5.5" cy="5.5" r="1.2"/><circle cx="16.5" cy="16.5" r="1.2"/></g>`,
  }),
  leheriya: ({ accent, pale }) => ({
    width: 30,
    height: 30,
    marks: `<path d="M0 4q7.5-6 15 0t15 0v7q-7.5 6-15 0t-15 0z" fill="${accent}"/><path d="M0 20q7.5-6 15 0t15 0" fill="none" stroke="${pale}" stroke-width="2"/>`,
    turn: 'rotate(-38)',
  }),
  denim: ({ base }) => ({
    width: 5,
    height: 5,
    marks: `<path d="M0 5L5 0M-1 1l2-2M4 6l2-2" stroke="${mix(base, '#ffffff', 0.4)}" stroke-width=".8" opacity=".5"/>`,
  }),
}

/** The `<pattern>` a cloth is filled with, its ground colour included. Plain cloth has none. */
export function fabricPattern(id: string, { pattern, base, accent }: GarmentSpec): string {
  const tile = tiles[pattern]?.({ id, base, accent, pale: mix(accent, '#ffffff', 0.45) })
  if (!tile) return ''
  const { width, height, marks, turn } = tile
  const turned = turn ? ` patternTransform="${turn}"` : ''
  return `<pattern id="${id}p" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${turned}><path d="M0 0h${width}v${height}H0z" fill="${base}"/>${marks}</pattern>`
}
