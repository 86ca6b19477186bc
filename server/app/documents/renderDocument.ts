import { createHash } from 'node:crypto'

import type { Head } from '#contract/documentHead.ts'
import { accentStyles } from './accentStyles.ts'
import type { BuiltPage } from './builtPage.ts'
import { tag } from './htmlText.ts'

/** What `src/renderPage.tsx` gives; the server knows the shape, not the code behind it. */
export type RenderedPage = {
  html: string
  fallback: Record<string, unknown>
  head: Head
  page: string | undefined
  isNotFound: boolean
}

/** The text in parts, which one after the other are the document. */
type Document = { parts: string[]; styleHash: string; scriptHash: string }

/** A whole document around what was drawn, with its styles inside and its script after the paint. */
export function renderDocument(drawn: RenderedPage, built: BuiltPage, origin: string): Document {
  const { styles: whole, stylesOf, styleFiles, script } = built.partsOf(drawn.page)
  const { html, icons } = built.withIcons(drawn.html, drawn.page)
  const shown = drawn.html ? stylesOf(drawn.html) : whole
  const isPart = shown !== whole ? '' : undefined
  const { styles, styleHash } = withStyles(shown, drawn.head.accent)
  const head = [
    ...metaOf(drawn.head, origin),
    ...drawn.head.preload.map(({ href, media, srcSet: imagesrcset, sizes: imagesizes }) => {
      const picture = { href, media, imagesrcset, imagesizes, fetchpriority: 'high' }
      return tag('link', { rel: 'preload', as: 'image', ...picture })
    }),
    `<style>${styles}</style>`,
    // Disabled, these are not fetched: they tell the page which styles it has, if only in part.
    ...styleFiles.map((href) =>
      tag('link', { rel: 'stylesheet', href, disabled: '', 'data-part': isPart }),
    ),
    ...built.commonHead,
    ...drawn.head.structured.map((data) => jsonScript('application/ld+json', data)),
    // Before anything that can be tapped.
    `<script>${script}</script>`,
  ]
  const root = drawn.isNotFound ? '<div id="root" data-not-found>' : '<div id="root">'
  const parts = [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...head,
    `</head><body>${root}`,
    html,
    '</div>',
    icons,
    jsonScript('application/json', drawn.fallback, 'answers'),
    '</body></html>',
  ]
  return { parts, styleHash, scriptHash: hashOf(script) }
}

type StyledPage = { styles: string; styleHash: string }
const known = new Map<string, StyledPage>()
const mostKnown = 50

/** The styles in the store's own colour. Many documents share them, so they are put together once. */
function withStyles(shown: string, accent = ''): StyledPage {
  const question = accent + shown
  const answer = known.get(question)
  if (answer) return answer
  const styles = accent ? shown + accentStyles(accent) : shown
  const made = { styles, styleHash: hashOf(styles) }
  if (known.size >= mostKnown) known.clear()
  known.set(question, made)
  return made
}

/** Data for a script that reads it: nothing in it can end the element. */
function jsonScript(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const defaultImage = '/images/og.png'
const defaultAccent = '#57d9ae'
/** Of every picture for previews. */
const imageSize = { width: '1200', height: '630' }

/** What search engines, previews and home screens read of a document. */
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
