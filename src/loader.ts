import type { PrehydrationEvents } from './platform/rendering/hydration.ts'

/**
 * The inline script of every document, which loads the program (`main.tsx`). It imports nothing at run
 * time: it is a build of its own, whose text the server puts into the document.
 *
 * - It applies the theme that the shopper chose (`platform/theme.ts`).
 * - Without a connection it keeps the place of the bar that says so, so that a stored page does not jump.
 * - It waits for the first paint and the first image, which should have the bandwidth for themselves. A
 *   hidden tab or an empty shell paints nothing, so there it does not wait.
 * - It loads the full stylesheets of which only a part is inlined, and enables them together, because each one
 *   makes the browser style the whole page again. The program waits for them.
 * - It leaves the trusted types policy on `window.pehnoPolicy`: only one may be created, and the service
 *   worker's registration needs it too.
 * - Until the page is hydrated it records the last tapped button and all form input, which
 *   `platform/rendering/hydration.ts` replays. It prevents the submit of forms that only the program can
 *   send, and keeps the browser's install prompt.
 * - If a script fails to load, it shows a message and reloads the page when the connection is back.
 */

type Policy = { createScriptURL: (url: string) => string }
type Globals = PrehydrationEvents & {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  pehnoPolicy?: Policy
  pehnoStyles?: Promise<unknown>
  pehnoInstall?: Event
}

/** The program loads after this time even if the first image has not arrived. */
const maxWaitMs = 1500

/** A bar at the bottom of the page. Inline, because the stylesheets may not have loaded either. */
const connectionLostStyle =
  'position:fixed;inset:auto 0 0;z-index:99;padding:1rem;text-align:center;color:var(--paper);background:var(--ink)'

const page = document
const globals = window as Globals
/** The files of the program, separated by spaces. */
const files = (page.currentScript as HTMLScriptElement).dataset.files as string

const theme = /\btheme=(\w+)/.exec(page.cookie)?.[1]
if (theme) page.documentElement.dataset.theme = theme
// With a known address the form for a PIN code is hidden before the first paint.
try {
  if (sessionStorage.getItem('user-address')) page.documentElement.dataset.hasAddress = ''
} catch {
  // Storage is denied.
}

if (!navigator.onLine) page.documentElement.style.paddingTop = '2.25rem'

const rules: Policy = { createScriptURL: String }
const policy = globals.trustedTypes?.createPolicy('pehno', rules) ?? rules
globals.pehnoPolicy = policy

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  globals.pehnoInstall = event
})

globals.pehnoEarly = new Map()
for (const type of ['click', 'input', 'change', 'submit']) addEventListener(type, record, true)

addEventListener('DOMContentLoaded', () => {
  if (page.hidden || !page.querySelector('#root>*')) load()
  else waitForPaint()
})

let isLoading = false

function load() {
  if (isLoading) return
  isLoading = true
  const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[data-part]')]
  const loaded = sheets.map(
    (sheet) =>
      new Promise((done) => {
        sheet.onload = sheet.onerror = done
        sheet.media = 'not all'
        sheet.fetchPriority = 'high'
        sheet.disabled = false
      }),
  )
  globals.pehnoStyles = Promise.all(loaded).then(() => {
    for (const sheet of sheets) sheet.media = ''
  })
  for (const file of files.split(' ')) {
    const script = page.createElement('script')
    script.type = 'module'
    script.onerror = showConnectionLost
    script.src = policy.createScriptURL(file)
    page.head.append(script)
  }
}

function waitForPaint() {
  const image = page.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  const loadAfterPaint = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
  setTimeout(load, maxWaitMs)
  new PerformanceObserver(() =>
    image ? image.decode().then(loadAfterPaint, loadAfterPaint) : loadAfterPaint(),
  ).observe({ type: 'paint', buffered: true })
}

let bar: HTMLElement | undefined

function showConnectionLost() {
  if (bar) return
  bar = page.createElement('p')
  const again = page.createElement('a')
  bar.role = 'alert'
  bar.style.cssText = connectionLostStyle
  again.style.textDecoration = 'underline'
  again.href = ''
  again.textContent = 'Try again'
  bar.append('The connection was lost. ', again)
  page.body.append(bar)
  again.onclick = window.ononline = () => {
    fetch('').then(
      () => location.reload(),
      () => undefined,
    )
    return false
  }
}

/** Records what is used before hydration. Buttons share one entry: only the last tap counts. */
function record(event: Event) {
  const { pehnoEarly } = globals
  if (!pehnoEarly) return
  const target = event.target as HTMLInputElement
  if (event.type === 'submit') {
    if (!target.hasAttribute('action')) event.preventDefault()
    return
  }
  const button = target.closest('button')
  const kinds =
    event.type === 'click' ? '[type=checkbox]' : 'select,textarea,input:not([type=radio])'
  const field = (button ?? target.closest(kinds)) as HTMLInputElement | null
  if (!field) return
  event.stopPropagation()
  const key = button ? 0 : field
  // Deleted first, so that it is replayed in the order of the last use.
  pehnoEarly.delete(key)
  pehnoEarly.set(key, [field, field.ariaLabel, field.value, field.checked])
}
