import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { pruneStyles } from './pruneStyles.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

type PageParts = {
  /** CSS to inline for the first paint: all of it, or only the rules that `html` uses. */
  styles: string
  stylesOf: (html: string) => string
  /** The stylesheets that `styles` was read from. */
  styleFiles: string[]
  /** The files of the program, which the loader loads after the first paint. */
  scriptFiles: string[]
}

/** HTML of a notice, and of what it needs in the head. */
export type Notice = { head: string; body: string }

export const noNotice: Notice = { head: '', body: '' }

/** The parts of the page's build that documents are made of. */
export type BuiltPage = {
  partsOf: (page: string | undefined) => PageParts
  /** The inline script of every document: `src/loader.ts`, built. */
  loader: string
  /** Head elements that every document has: icons, manifest, font. */
  commonHead: string[]
  /** What every page says above itself, such as that this is a rehearsal. */
  notice: Notice
  /** Inlines the icons of the home page, whose document is small enough for them. */
  inlineIcons: (html: string, page: string | undefined) => { html: string; icons: string }
}

/** The favicon is a file: inlined, it made a list too large for the first round trip of a connection. */
const commonHead = [
  '<link rel="preload" as="font" type="font/woff2" href="/fonts/pehno-display.woff2" crossorigin>',
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<link rel="icon" href="/icons/app-icon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png">',
]

/**
 * Icons that a first visit shows a moment later: in the location dialog, and in the banner while the store
 * is closed.
 */
const deferredIcons = ['close', 'target', 'moon']

/** Reads the build in `folder`, and the built loader. */
export function readBuiltPage(
  folder: string,
  loaderFile: string,
  notice: Notice = noNotice,
): BuiltPage {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = manifest['main.tsx']
  if (!entry) throw new Error(`No entry in the manifest of ${folder}`)

  const fontFaces = readFileSync(join(folder, 'fonts/faces.css'), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{}:;,])\s*/g, '$1')
    .trim()
  const cache = new Map<string | undefined, PageParts>()
  const read = (page: string | undefined): PageParts => {
    const pageEntry = page && pageChunk(manifest, page)
    const chunks = pageEntry ? [entry, pageEntry] : [entry]
    const files = [...new Set(chunks.flatMap((chunk) => cssOf(manifest, chunk, new Set())))]
    const sheets = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    const styles = [fontFaces, ...sheets].join('')
    const scripts = [...new Set(chunks.flatMap((chunk) => scriptsOf(manifest, chunk)))]
    return {
      styles,
      stylesOf: pruneStyles(styles),
      styleFiles: files.map((file) => `/${file}`),
      scriptFiles: scripts.map((file) => `/${file}`),
    }
  }
  const icons = inlineIcons(readFileSync(join(folder, 'images/sprite.svg'), 'utf8'), deferredIcons)
  return {
    loader: readFileSync(loaderFile, 'utf8').trim(),
    inlineIcons: (html, page) => (page === 'home' ? icons(html) : { html, icons: '' }),
    commonHead,
    notice,
    partsOf: (page) => {
      const parts = cache.get(page) ?? read(page)
      cache.set(page, parts)
      return parts
    },
  }
}

/** Pages of text only, which share a file: see src/app/screens/loadPage.ts. */
const informationPages = new Set([
  'faq',
  'refund',
  'policy',
  'terms',
  'privacy',
  'refundPolicy',
  'about',
  'contact',
])

/** The chunk of a page, found by its file name: `HomePage.tsx` for `home`. */
function pageChunk(manifest: Manifest, page: string): Chunk | undefined {
  if (informationPages.has(page)) return manifest['pages/information/InformationPages.tsx']
  const fileName = `/${page[0]?.toUpperCase()}${page.slice(1)}Page.tsx`
  const name = Object.keys(manifest).find(
    (key) => key.startsWith('pages/') && key.endsWith(fileName),
  )
  return name === undefined ? undefined : manifest[name]
}

/** The CSS files of a chunk and of its imports. Imports come first, as in the build's cascade. */
function cssOf(manifest: Manifest, chunk: Chunk, seen: Set<string>): string[] {
  if (seen.has(chunk.file)) return []
  seen.add(chunk.file)
  const imported = (chunk.imports ?? []).flatMap((name) => {
    const dependency = manifest[name]
    return dependency ? cssOf(manifest, dependency, seen) : []
  })
  return [...imported, ...(chunk.css ?? [])]
}

/** A chunk and its imports, so that all are requested in parallel. */
function scriptsOf(manifest: Manifest, chunk: Chunk): string[] {
  const imported = (chunk.imports ?? []).flatMap((name) => {
    const dependency = manifest[name]
    return dependency ? scriptsOf(manifest, dependency) : []
  })
  return [...imported, chunk.file]
}

type InlinedIcons = { html: string; icons: string }

/**
 * Creates a function that inlines the icons a page uses and those in `extraNames`, so that the first view
 * does not need the sprite file. The icons stand outside the root element, which React hydrates. The service
 * worker caches the sprite file for later pages.
 */
export function inlineIcons(
  sprite: string,
  extraNames: string[] = [],
): (html: string) => InlinedIcons {
  const symbols = new Map(
    [...sprite.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([symbol, name]) => [
      name,
      symbol.replace('id="', 'id="icon-'),
    ]),
  )
  return (html) => {
    const usedSymbols = new Set<string>()
    const rewritten = html.replace(/\/images\/sprite\.svg#([\w-]+)/g, (href, name: string) => {
      const symbol = symbols.get(name)
      if (!symbol) return href
      usedSymbols.add(symbol)
      return `#icon-${name}`
    })
    if (usedSymbols.size > 0)
      for (const name of extraNames) usedSymbols.add(symbols.get(name) ?? '')
    const icons =
      usedSymbols.size > 0 ? `<div hidden><svg>${[...usedSymbols].join('')}</svg></div>` : ''
    return { html: rewritten, icons }
  }
}
