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
  /** Inline script that loads the program and the full stylesheets after the first paint. */
  script: string
}

/** The parts of the page's build that documents are made of. */
export type BuiltPage = {
  partsOf: (page: string | undefined) => PageParts
  /** Head elements that every document has: icons, manifest, font. */
  commonHead: string[]
  /** Inlines the icons of the home page, whose document is small enough for them. */
  inlineIcons: (html: string, page: string | undefined) => { html: string; icons: string }
}

const commonHeadOf = (folder: string) => [
  '<link rel="preload" as="font" type="font/woff2" href="/fonts/pehno-display.woff2" crossorigin>',
  '<link rel="manifest" href="/manifest.webmanifest">',
  `<link rel="icon" href="${faviconHref(folder)}" type="image/svg+xml">`,
  '<link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png">',
]

/**
 * Icons that a first visit shows a moment later: in the location dialog, and in the banner while the store
 * is closed.
 */
const deferredIcons = ['close', 'target', 'moon']

/** A larger icon would make every document too large. */
const maxIconBytes = 600

/** The favicon as a data URL if it is small: that saves a request on each first visit. */
function faviconHref(folder: string): string {
  const path = '/icons/app-icon.svg'
  const svg = readFileSync(join(folder, path), 'utf8').trim()
  if (svg.length > maxIconBytes) return path
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#&]/g, encodeURIComponent)}`
}

/** Reads the build in `folder`. */
export function readBuiltPage(folder: string): BuiltPage {
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
      script: loaderScript(scripts),
    }
  }
  const icons = inlineIcons(readFileSync(join(folder, 'images/sprite.svg'), 'utf8'), deferredIcons)
  return {
    inlineIcons: (html, page) => (page === 'home' ? icons(html) : { html, icons: '' }),
    commonHead: commonHeadOf(folder),
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

/** The program loads after this time even if the first image has not arrived. */
const maxWaitMs = 1500

/** A bar at the bottom of the page. Inline, because the stylesheets may not have loaded either. */
const connectionLostStyle =
  'position:fixed;inset:auto 0 0;z-index:99;padding:1rem;text-align:center;color:var(--paper);background:var(--ink)'

/**
 * An inline script that loads the program.
 *
 * - It applies the theme that the shopper chose (src/platform/theme.ts).
 * - It waits for the first paint and the first image, which should have the bandwidth for themselves. A
 *   hidden tab or an empty shell paints nothing, so there it does not wait.
 * - It enables the full stylesheets of which only a part is inlined; the program waits for them.
 * - It leaves the trusted types policy on `window.pehnoPolicy`: only one may be created, and the service
 *   worker's registration needs it too.
 * - Until the page is hydrated it records the last tapped button and all form input, which
 *   `src/platform/rendering/hydration.ts` replays. It prevents the submit of forms that only the program
 *   can send, and keeps the browser's install prompt.
 * - If a script fails to load, it shows a message and reloads the page when the connection is back.
 */
function loaderScript(scripts: string[]): string {
  const files = JSON.stringify(scripts.map((file) => `/${file}`))
  return [
    '((w,d)=>{',
    'var m={createScriptURL:String},n=0,k=/\\btheme=(\\w+)/.exec(d.cookie),p,go=()=>{if(n++)return;',
    "w.pehnoStyles=Promise.all([...d.querySelectorAll('link[data-part]')].map(l=>",
    'new Promise(r=>{l.onload=l.onerror=r;l.disabled=!1})));',
    `${files}.forEach(f=>{var s=d.createElement('script');`,
    "s.type='module';s.onerror=lost;s.src=w.pehnoPolicy.createScriptURL(f);d.head.append(s)})},",
    "lost=()=>{if(p)return;p=d.createElement('p');var a=d.createElement('a');p.role='alert';",
    `p.style='${connectionLostStyle}';a.style='text-decoration:underline';a.href='';a.textContent='Try again';`,
    "p.append('The connection was lost. ',a);d.body.append(p);",
    "a.onclick=w.ononline=()=>{fetch('').then(()=>location.reload(),()=>0);return!1}},",
    'paint=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(go))),',
    `wait=()=>{var i=d.querySelector('img[fetchpriority=high]');setTimeout(go,${maxWaitMs});`,
    'new PerformanceObserver(()=>i?i.decode().then(paint,paint):paint())',
    ".observe({type:'paint',buffered:!0})};",
    'k&&(d.documentElement.dataset.theme=k[1]);',
    "w.pehnoPolicy=w.trustedTypes?.createPolicy('pehno',m)??m;",
    'w.onbeforeinstallprompt=e=>{e.preventDefault();w.pehnoInstall=e};',
    "w.pehnoEarly=new Map;['click','input','change','submit'].forEach(k=>d.addEventListener(k,v=>{",
    "var e=w.pehnoEarly,t=v.target,b;if(!e)return;if(k=='submit')return t.attributes.action||v.preventDefault();",
    "b=t.closest('button');t=b||t.closest(k=='click'?'[type=checkbox]':'select,textarea,input:not([type=radio])');",
    'if(t)v.stopPropagation(),e.delete(b=b?0:t),e.set(b,[t,t.ariaLabel,t.value,t.checked])},!0));',
    "d.addEventListener('DOMContentLoaded',()=>d.hidden||!d.querySelector('#root>*')?go():wait())",
    '})(window,document)',
  ].join('')
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
