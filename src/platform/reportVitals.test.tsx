import { afterEach, expect, test, vi } from 'vitest'

import { reportVitals } from './reportVitals.ts'

type Hear = (list: { getEntries: () => object[] }) => void
const heard = new Map<string, Hear>()
const say = (type: string, ...entries: object[]) => heard.get(type)?.({ getEntries: () => entries })

class Observer {
  static supportedEntryTypes = ['paint', 'largest-contentful-paint', 'layout-shift', 'event']
  readonly #hear: Hear
  constructor(hear: Hear) {
    this.#hear = hear
  }
  observe({ type }: { type: string }) {
    heard.set(type, this.#hear)
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

afterEach(() => heard.clear())

test('web vitals are sent once, when the page is left, without personal data [ops.3]', async () => {
  vi.stubGlobal('PerformanceObserver', Observer)
  const sent: [string, Blob][] = []
  const sendBeacon = (url: string, body: Blob) => sent.push([url, body]) > 0
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon }))
  reportVitals()
  say('paint', { name: 'first-contentful-paint', startTime: 410 })
  say('largest-contentful-paint', { startTime: 500 }, { startTime: 620 })
  say('layout-shift', { value: 0.02 }, { value: 0.5, hadRecentInput: true })
  say(
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
