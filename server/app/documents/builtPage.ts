import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { pruneStyles } from './pruneStyles.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

type PageParts = {
  /** The CSS of the first paint, to stand inside the document: all of it, or what `html` needs. */
  styles: string
  stylesOf: (html: string) => string
  /** The files that CSS came from. */
  styleFiles: string[]
  /** Brings the page's program after the first paint, and with it the sheets that are not whole. */
  script: string
}

/** What the page's build made, as documents need it. */
export type BuiltPage = {
  partsOf: (page: string | undefined) => PageParts
  /** The same in every document: icons, manifest, font. */
  commonHead: string[]
  /** The icons of home stand in its document: it has room for them. */
  withIcons: (html: string, page: string | undefined) => { html: string; icons: string }
}

const commonHeadOf = (folder: string) => [
  '<link rel="preload" as="font" type="font/woff2" href="/fonts/pehno-display.woff2" crossorigin>',
  '<link rel="manifest" href="/manifest.webmanifest">',
  `<link rel="icon" href="${iconOf(folder)}" type="image/svg+xml">`,
  '<link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png">',
  '<meta name="mobile-web-app-capable" content="yes">',
  '<meta name="apple-mobile-web-app-capable" content="yes">',
]

/** The icons of what a first visit is asked for once the page rests: the place. */
const ofQuestion = ['close', 'target']

/** Of an icon that is larger every document would bear too much. */
const maxIconBytes = 600

/** The tab's icon is a few strokes: it stands in the document, a question less for each first visit. */
function iconOf(folder: string): string {
  const path = '/icons/app-icon.svg'
  const drawing = readFileSync(join(folder, path), 'utf8').trim()
  if (drawing.length > maxIconBytes) return path
  return `data:image/svg+xml,${drawing.replaceAll('"', "'").replace(/[%#&]/g, encodeURIComponent)}`
}

/** The build in `folder`. The chunk of a page is found by its file name: `HomePage.tsx` for `home`. */
export function readBuiltPage(folder: string): BuiltPage {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = manifest['main.tsx']
  if (!entry) throw new Error(`No entry in the manifest of ${folder}`)

  const faces = readFileSync(join(folder, 'fonts/faces.css'), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{}:;,])\s*/g, '$1')
    .trim()
  const cache = new Map<string | undefined, PageParts>()
  const read = (page: string | undefined): PageParts => {
    const own = page && pageChunk(manifest, page)
    const chunks = own ? [entry, own] : [entry]
    const files = [...new Set(chunks.flatMap((chunk) => cssOf(manifest, chunk, new Set())))]
    const sheets = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    const styles = [faces, ...sheets].join('')
    const programs = [...new Set(chunks.flatMap((chunk) => programsOf(manifest, chunk)))]
    return {
      styles,
      stylesOf: pruneStyles(styles),
      styleFiles: files.map((file) => `/${file}`),
      script: loaderOf(programs),
    }
  }
  const icons = inlineIcons(readFileSync(join(folder, 'images/sprite.svg'), 'utf8'), ofQuestion)
  return {
    withIcons: (html, page) => (page === 'home' ? icons(html) : { html, icons: '' }),
    commonHead: commonHeadOf(folder),
    partsOf: (page) => {
      const known = cache.get(page) ?? read(page)
      cache.set(page, known)
      return known
    },
  }
}

function pageChunk(manifest: Manifest, page: string): Chunk | undefined {
  const fileName = `/${page[0]?.toUpperCase()}${page.slice(1)}Page.tsx`
  const name = Object.keys(manifest).find(
    (key) => key.startsWith('pages/') && key.endsWith(fileName),
  )
  return name === undefined ? undefined : manifest[name]
}

/** The CSS files of a chunk and of all it imports, what is imported first. */
function cssOf(manifest: Manifest, chunk: Chunk, seen: Set<string>): string[] {
  if (seen.has(chunk.file)) return []
  seen.add(chunk.file)
  const imported = (chunk.imports ?? []).flatMap((name) => {
    const other = manifest[name]
    return other ? cssOf(manifest, other, seen) : []
  })
  return [...imported, ...(chunk.css ?? [])]
}

/** A chunk and all it imports: asked for at once, so that none waits for another to name it. */
function programsOf(manifest: Manifest, chunk: Chunk): string[] {
  const imported = (chunk.imports ?? []).flatMap((name) => {
    const other = manifest[name]
    return other ? programsOf(manifest, other) : []
  })
  return [...imported, chunk.file]
}

/** A picture that takes longer does not keep a shopper from the buttons. */
const longestWaitMs = 1500

/** At the foot of the page, over all of it, in its own colours. */
const reloadOnLostStyle =
  'position:fixed;inset:auto 0 0;z-index:99;padding:1rem;text-align:center;color:var(--paper);background:var(--ink)'

/**
 * A script that waits for the first paint and the first picture, which needs the line for itself,
 * and then brings the page's program, and the whole of the sheets that stand in the document in
 * part: the program waits for them. A hidden tab and an empty shell paint nothing, so there nothing
 * waits. The policy that makes an address a program stays on the window: there may be one only, and
 * the worker's registration needs it too. The last button that is tapped and what is chosen or
 * written are held back until the program hears them: it then does them again
 * (src/platform/rendering/hydration.ts). A form that only the program can send waits for it, and so does the
 * browser's question about installing. Where the line goes before the program has come, the page says
 * so, and is opened anew once it can be had.
 */
function loaderOf(programs: string[]): string {
  const files = JSON.stringify(programs.map((file) => `/${file}`))
  return [
    '((w,d)=>{',
    'var m={createScriptURL:String},n=0,p,go=()=>{if(n++)return;',
    "w.pehnoStyles=Promise.all([...d.querySelectorAll('link[data-part]')].map(l=>",
    'new Promise(r=>{l.onload=l.onerror=r;l.disabled=!1})));',
    `${files}.forEach(f=>{var s=d.createElement('script');`,
    "s.type='module';s.onerror=lost;s.src=w.pehnoPolicy.createScriptURL(f);d.head.append(s)})},",
    "lost=()=>{if(p)return;p=d.createElement('p');var a=d.createElement('a');p.role='alert';",
    `p.style='${reloadOnLostStyle}';a.style='text-decoration:underline';a.href='';a.textContent='Try again';`,
    "p.append('The connection was lost. ',a);d.body.append(p);",
    "a.onclick=w.ononline=()=>{fetch('').then(()=>location.reload(),()=>0);return!1}},",
    'paint=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(go))),',
    `wait=()=>{var i=d.querySelector('img[fetchpriority=high]');setTimeout(go,${longestWaitMs});`,
    'new PerformanceObserver(()=>i?i.decode().then(paint,paint):paint())',
    ".observe({type:'paint',buffered:!0})};",
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

type WithIcons = { html: string; icons: string }

/**
 * Makes a function that finds the icons a page shows in the file that has them all, so that they can
 * stand in its document with those it shows soon, beside the page: the program takes over the page
 * only. Who sees more of the store fetches that file then; the worker has it by that time.
 */
export function inlineIcons(sprite: string, soon: string[] = []): (html: string) => WithIcons {
  const symbols = new Map(
    [...sprite.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([symbol, name]) => [
      name,
      symbol.replace('id="', 'id="icon-'),
    ]),
  )
  return (html) => {
    const shown = new Set<string>()
    const drawn = html.replace(/\/images\/sprite\.svg#([\w-]+)/g, (address, name: string) => {
      const symbol = symbols.get(name)
      if (!symbol) return address
      shown.add(symbol)
      return `#icon-${name}`
    })
    if (shown.size > 0) for (const name of soon) shown.add(symbols.get(name) ?? '')
    const icons = shown.size > 0 ? `<div hidden><svg>${[...shown].join('')}</svg></div>` : ''
    return { html: drawn, icons }
  }
}
