import { createHash } from 'node:crypto'

import type { Head } from '#contract/pages/documentHead.ts'
import type { BuiltPage } from './builtPage.ts'
import { tag } from './htmlText.ts'

/** The result of `src/renderPage.tsx`. Declared here because the server does not import the page's code. */
export type RenderedPage = {
  html: string
  /** API responses by SWR key, from which the page hydrates without fetching them again. */
  responses: Record<string, unknown>
  head: Head
  page: string | undefined
  isNotFound: boolean
  status: 200 | 404
}

/** `parts` joined in order are the document's HTML. */
type Document = { parts: string[]; styleHash: string; scriptHash: string }

/** Wraps rendered HTML in a document with inline styles and a script that loads the program after the first paint. */
export function renderDocument(
  rendered: RenderedPage,
  builtPage: BuiltPage,
  origin: string,
): Document {
  const { styles: allStyles, stylesOf, styleFiles, scriptFiles } = builtPage.partsOf(rendered.page)
  const { html, icons } = builtPage.inlineIcons(rendered.html, rendered.page)
  const usedStyles = rendered.html ? stylesOf(rendered.html) : allStyles
  const partial = usedStyles !== allStyles ? '' : undefined
  const { accent } = rendered.head
  const styles = accent ? usedStyles + accentStyles(accent) : usedStyles
  const head = [
    ...metaOf(rendered.head, origin),
    ...rendered.head.preload.map(({ href, media, srcSet: imagesrcset, sizes: imagesizes }) => {
      const image = { href, media, imagesrcset, imagesizes, fetchpriority: 'high' }
      return tag('link', { rel: 'preload', as: 'image', ...image })
    }),
    `<style>${styles}</style>`,
    // Disabled stylesheets are not fetched; they tell the program which styles are inlined, in full or in part.
    ...styleFiles.map((href) =>
      tag('link', { rel: 'stylesheet', href, disabled: '', 'data-part': partial }),
    ),
    ...builtPage.commonHead,
    ...rendered.head.structured.map((data) => jsonScript('application/ld+json', data)),
    // In the head, so that it records taps from the first button on.
    `<script data-files="${scriptFiles.join(' ')}">${builtPage.loader}</script>`,
  ]
  const root = rendered.isNotFound ? '<div id="root" data-not-found>' : '<div id="root">'
  const parts = [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...head,
    builtPage.notice.head,
    `</head><body>${builtPage.notice.body}${root}`,
    html,
    '</div>',
    icons,
    jsonScript('application/json', rendered.responses, 'responses'),
    '</body></html>',
  ]
  return { parts, styleHash: hashOf(styles), scriptHash: hashOf(builtPage.loader) }
}

/** JSON in a script element. `<` is escaped, so that no value can end the element. */
function jsonScript(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const defaultImage = '/images/og.png'
const defaultAccent = '#57d9ae'
/** Size of all preview images, in pixels. */
const imageSize = { width: '1200', height: '630' }

/** Metadata for search engines, link previews and home screens. */
function metaOf(head: Head, origin: string): string[] {
  const { title, description, canonical, isIndexed, siteName, accent = defaultAccent } = head
  const { image = defaultImage, imageText } = head
  const meta = (name: string, content: string) => tag('meta', { name, content })
  const property = (name: string, content: string) => tag('meta', { property: name, content })
  return [
    tag('title', {}, title),
    meta('description', description),
    isIndexed
      ? tag('link', { rel: 'canonical', href: origin + canonical })
      : meta('robots', 'noindex'),
    property('og:title', title),
    property('og:description', description),
    property('og:image', new URL(image, origin).href),
    property('og:image:width', imageSize.width),
    property('og:image:height', imageSize.height),
    ...(imageText ? [property('og:image:alt', imageText)] : []),
    property('og:url', origin + canonical),
    property('og:type', 'website'),
    property('og:site_name', siteName),
    meta('twitter:card', 'summary_large_image'),
    meta('theme-color', accent),
    meta('apple-mobile-web-app-title', siteName),
  ]
}

type Rgb = [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const ink: Rgb = [0x14, 0x21, 0x1d]
/** Background of the dark theme. */
const darkPaper: Rgb = [0x0f, 0x16, 0x14]
/** Minimum contrast of text in the accent's hue against the background (WCAG AAA). */
const minContrast = 7

/** CSS that replaces the accent colour of `src/ui/tokens.css` and its shades with the store's own. */
export function accentStyles(accent: string): string {
  const colour = parseHex(accent)
  const light = {
    mint: colour,
    'mint-hover': mix(colour, ink, 0.1),
    'mint-press': mix(colour, ink, 0.18),
    'on-mint': contrast(colour, ink) >= contrast(colour, white) ? ink : white,
    ...textOn(white, colour, black),
  }
  const dark = declarations(textOn(darkPaper, colour, white))
  // `html:root` has a higher specificity than `:root` in the stylesheets, which come later.
  return [
    `html:root{${declarations(light)}}`,
    `@media (prefers-color-scheme:dark){html:root:not([data-theme]){${dark}}}`,
    `html:root[data-theme=dark]{${dark}}`,
  ].join('')
}

/** Text in the accent's hue on `paper`, and a light tint of the accent as background. */
function textOn(paper: Rgb, colour: Rgb, target: Rgb): Record<string, Rgb> {
  const text = mixUntilReadable(target, colour, paper)
  return { 'mint-wash': mix(paper, colour, 0.14), 'mint-ink': text, focus: text }
}

const declarations = (shades: Record<string, Rgb>) =>
  Object.entries(shades)
    .map(([name, shade]) => `--${name}:${toHex(shade)}`)
    .join(';')

/** Contrast ratio as defined by WCAG, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

export function parseHex(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Mixes `colour` with as little of `target` as is needed for the minimum contrast on `paper`. */
function mixUntilReadable(target: Rgb, colour: Rgb, paper: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, target, share)
    if (contrast(candidate, paper) >= minContrast) return candidate
  }
  return target
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((value, channel) => Math.round(value + ((to[channel] ?? 0) - value) * share)) as Rgb

const toHex = (colour: Rgb) =>
  `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
