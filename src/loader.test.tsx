import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import type { PrehydrationEvents } from './platform/rendering/hydration.ts'

const page = window as Window & PrehydrationEvents

/** Listeners of the loader, which a page has once. */
const listeners: [type: string, listener: EventListener, isCapturing?: boolean][] = []

/** The browser reports the first paint, as far as it has happened. */
let paint: () => void

beforeEach(() => {
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener, options) => {
    listeners.push([type, listener as EventListener, options === true])
    add(type, listener as EventListener, options)
  })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(report: () => void) {
        paint = report
      }
      observe() {}
    },
  )
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  for (const [type, listener, isCapturing] of listeners.splice(0))
    removeEventListener(type, listener, isCapturing)
  vi.useRealTimers()
  document.cookie = 'theme=; max-age=0'
  delete document.documentElement.dataset.theme
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

/** Runs the loader in a document with this content, up to its end. */
async function open(root: string, head = '') {
  document.head.innerHTML = head
  document.body.innerHTML = `<div id="root">${root}</div>`
  const inline = document.createElement('script')
  inline.dataset.files = '/assets/main.js /assets/home.js'
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(inline)
  vi.resetModules()
  await import('./loader.ts')
  window.dispatchEvent(new Event('DOMContentLoaded'))
}

const scripts = () => [...document.head.querySelectorAll('script')]
const files = () => scripts().map(({ src }) => new URL(src).pathname)
const recorded = () => [...(page.pehnoEarly?.values() ?? [])]
const element = <Kind extends HTMLElement>(selector: string) =>
  document.querySelector<Kind>(selector)!

test('an address of this session is marked before the first paint [loc.9]', async () => {
  sessionStorage.setItem(sessionKeys.userAddress, 'Palasia, Indore')
  await open('<p>Kurtas</p>')
  expect(document.documentElement.dataset).toHaveProperty('hasAddress')
  delete document.documentElement.dataset.hasAddress
  sessionStorage.clear()
  await open('<p>Kurtas</p>')
  expect(document.documentElement.dataset).not.toHaveProperty('hasAddress')
})

test('an empty shell loads the program at once, as modules', async () => {
  await open('')

  expect(files()).toEqual(['/assets/main.js', '/assets/home.js'])
  expect(scripts().map(({ type }) => type)).toEqual(['module', 'module'])
})

test('a page with content is painted before the program loads', async () => {
  await open('<p>Kurtas</p>')
  expect(files()).toEqual([])

  paint()
  await vi.advanceTimersByTimeAsync(10)

  expect(files()).toHaveLength(2)
})

test('the program waits for the first image, but not longer than 1.5 seconds, and loads once', async () => {
  await open('<img fetchpriority="high">')
  const image = Object.assign(element('img'), { decode: () => new Promise<void>(() => {}) })
  paint()
  await vi.advanceTimersByTimeAsync(1400)
  expect(files()).toEqual([])

  image.decode = () => Promise.resolve()
  paint()
  await vi.advanceTimersByTimeAsync(200)

  expect(files()).toHaveLength(2)
})

test('the theme chosen on this device applies before anything is painted [shell.25]', async () => {
  document.cookie = 'theme=dark'

  await open('')

  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('the full stylesheets apply together once the last one is loaded; the program can wait for them', async () => {
  const sheetOf = (href: string) => `<link rel="stylesheet" href="${href}" disabled data-part>`
  await open('', sheetOf('/a.css') + sheetOf('/b.css'))
  const sheets = [...document.querySelectorAll('link')]
  const { pehnoStyles } = globalThis as { pehnoStyles?: Promise<unknown> }
  const areApplied = vi.fn()
  void pehnoStyles?.then(areApplied)
  expect(sheets.map(({ disabled }) => disabled)).toEqual([false, false])

  sheets[0]?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sheets.map(({ media }) => media)).toEqual(['not all', 'not all'])

  // One that fails does not hold back the others.
  sheets[1]?.dispatchEvent(new Event('error'))

  await vi.waitFor(() => expect(areApplied).toHaveBeenCalled())
  expect(sheets.map(({ media }) => media)).toEqual(['', ''])
})

test('until hydration the last tapped button and every field are recorded, in the order of their last use', async () => {
  await open(
    '<button aria-label="Save">a</button><button>b</button><input name="q"><select><option>S</option></select>',
  )
  const [first, second] = document.querySelectorAll('button')
  const field = element<HTMLInputElement>('input')
  first?.click()
  field.value = 'kurta'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  element('select').dispatchEvent(new Event('change', { bubbles: true }))
  second?.click()
  field.value = 'kurta set'
  field.dispatchEvent(new Event('input', { bubbles: true }))

  const fields = recorded().map(([used, , value]) => [used.localName, value])
  expect(fields).toEqual([
    ['select', 'S'],
    ['button', ''],
    ['input', 'kurta set'],
  ])
  expect(recorded()[1]?.[0]).toBe(second)
})

test('a ticked checkbox is recorded with its state; a click on a radio button or a text is not', async () => {
  await open('<input type="checkbox"><input type="radio"><p>Text</p>')

  element<HTMLInputElement>('[type=checkbox]').click()
  element<HTMLInputElement>('[type=radio]').click()
  element('p').click()

  expect(recorded().map(([field, , , isChecked]) => [field.localName, isChecked])).toEqual([
    ['input', true],
  ])
})

test('a hydrated page handles its events itself', async () => {
  await open('<button>a</button>')
  const onClick = vi.fn()
  document.body.addEventListener('click', onClick)
  page.pehnoEarly = undefined

  element('button').click()

  expect(onClick).toHaveBeenCalledOnce()
})

test('only a form that works without the program is submitted before hydration', async () => {
  await open('<form action="/search"></form><form></form>')
  const submit = (form: Element) => {
    const event = new Event('submit', { bubbles: true, cancelable: true })
    form.dispatchEvent(event)
    return event.defaultPrevented ? 'prevented' : 'sent'
  }

  expect([...document.forms].map(submit)).toEqual(['sent', 'prevented'])
})

test('a script that cannot be loaded is reported once, with a way to try again [pwa.12]', async () => {
  await open('')
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)

  for (const script of scripts()) script.dispatchEvent(new Event('error'))
  const alerts = document.querySelectorAll('[role=alert]')
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toHaveTextContent('The connection was lost. Try again')
  element('[role=alert] a').click()
  window.dispatchEvent(new Event('online'))

  expect(fetched).toHaveBeenCalledTimes(2)
})
