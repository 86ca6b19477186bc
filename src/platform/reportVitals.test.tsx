import { afterEach, expect, test, vi } from 'vitest'

import { reportVitals } from './reportVitals.ts'

type Observe = (list: { getEntries: () => object[] }) => void
const observers = new Map<string, Observe>()
const report = (type: string, ...entries: object[]) =>
  observers.get(type)?.({ getEntries: () => entries })

class Observer {
  static supportedEntryTypes = ['paint', 'largest-contentful-paint', 'layout-shift', 'event']
  readonly #callback: Observe
  constructor(callback: Observe) {
    this.#callback = callback
  }
  observe({ type }: { type: string }) {
    observers.set(type, this.#callback)
  }
  disconnect() {}
}

function textOf(body: Blob): Promise<string> {
  const reader = new FileReader()
  reader.readAsText(body)
  return new Promise((read) => (reader.onload = () => read(String(reader.result))))
}

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => observers.clear())

test('web vitals are sent once, when the page is left, without personal data [ops.3]', async () => {
  vi.stubGlobal('PerformanceObserver', Observer)
  const sent: [string, Blob][] = []
  const sendBeacon = (url: string, body: Blob) => sent.push([url, body]) > 0
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon }))
  reportVitals()
  report('paint', { name: 'first-contentful-paint', startTime: 410 })
  report('largest-contentful-paint', { startTime: 500 }, { startTime: 620 })
  report('layout-shift', { value: 0.02 }, { value: 0.5, hadRecentInput: true })
  report(
    'event',
    { interactionId: 1, duration: 88 },
    { interactionId: 2, duration: 64 },
    { duration: 900 },
  )

  hide()
  hide()

  expect(sent).toHaveLength(1)
  const [[url, body]] = sent as [[string, Blob]]
  expect(url).toBe('/api/vitals')
  const { page, metrics } = JSON.parse(await textOf(body))
  expect(page).toBe('home')
  expect(metrics).toEqual(
    expect.arrayContaining([
      { name: 'FCP', value: 410 },
      { name: 'LCP', value: 620 },
      { name: 'CLS', value: 0.02 },
      { name: 'INP', value: 88 },
    ]),
  )
})
