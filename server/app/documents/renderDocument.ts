import { createHash } from 'node:crypto'

import type { Head } from '#contract/documentHead.ts'
import { accentStyles } from './accentStyles.ts'
import type { BuiltPage } from './builtPage.ts'
import { tag } from './htmlText.ts'

/** The result of `src/renderPage.tsx`. Declared here because the server does not import the page's code. */
export type RenderedPage = {
  html: string
  fallback: Record<string, unknown>
  head: Head
  page: string | undefined
  isNotFound: boolean
}

/** `parts` joined in order are the document's HTML. */
type Document = { parts: string[]; styleHash: string; scriptHash: string }

/** Wraps rendered HTML in a document with inline styles and a script that loads the program after the first paint. */
export function renderDocument(rendered: RenderedPage, built: BuiltPage, origin: string): Document {
  const { styles: allStyles, stylesOf, styleFiles, script } = built.partsOf(rendered.page)
  const { html, icons } = built.inlineIcons(rendered.html, rendered.page)
  const usedStyles = rendered.html ? stylesOf(rendered.html) : allStyles
  const partial = usedStyles !== allStyles ? '' : undefined
  const { styles, styleHash } = withAccent(usedStyles, rendered.head.accent)
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
    ...built.commonHead,
    ...rendered.head.structured.map((data) => jsonScript('application/ld+json', data)),
    // In the head, so that it records taps from the first button on.
    `<script>${script}</script>`,
  ]
  const root = rendered.isNotFound ? '<div id="root" data-not-found>' : '<div id="root">'
  const parts = [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...head,
    `</head><body>${root}`,
    html,
    '</div>',
    icons,
    jsonScript('application/json', rendered.fallback, 'answers'),
    '</body></html>',
  ]
  return { parts, styleHash, scriptHash: hashOf(script) }
}

type StyledPage = { styles: string; styleHash: string }
const styledPages = new Map<string, StyledPage>()
const maxCached = 50

/** Styles with the store's accent colour, and their hash. Cached, because many documents share them. */
function withAccent(css: string, accent = ''): StyledPage {
  const key = accent + css
  const cached = styledPages.get(key)
  if (cached) return cached
  const styles = accent ? css + accentStyles(accent) : css
  const page = { styles, styleHash: hashOf(styles) }
  if (styledPages.size >= maxCached) styledPages.clear()
  styledPages.set(key, page)
  return page
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
