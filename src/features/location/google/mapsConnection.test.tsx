import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { connectMaps } from './mapsConnection.ts'

const settings = { key: 'the-key', mapId: 'the-style', origin: undefined }
const point = { latitude: 22.75, longitude: 75.89 }
const moved = { type: 'moved', point }

/**
 * A frame and the messages sent to it. Its document has an opaque origin, so its messages come from
 * `null`.
 */
function connect() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const sent: unknown[] = []
  const { contentWindow } = frame
  if (!contentWindow) throw new Error('The frame has no window')
  contentWindow.postMessage = (message: unknown) => void sent.push(message)
  const [onMove, onFail, onReady] = [vi.fn(), vi.fn(), vi.fn()]
  const map = { point, zoom: 15 }
  const connection = connectMaps(frame, { settings, map, onMove, onFail, onReady })
  const receive = (data: unknown, from: Partial<MessageEventInit> = {}) =>
    dispatchEvent(
      new MessageEvent('message', { data, source: contentWindow, origin: 'null', ...from }),
    )
  return { connection, sent, receive, onMove, onFail, onReady }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('the frame is started with key and map once it has loaded [loc.4] [loc.11]', () => {
  const { sent, receive } = connect()
  expect(sent).toEqual([])

  receive({ type: 'loaded' })

  expect(sent).toEqual([
    { type: 'start', key: 'the-key', mapId: 'the-style', map: { point, zoom: 15 } },
  ])
})

test('only valid messages of its own frame are accepted [loc.11] [safe.5]', () => {
  const { receive, onMove } = connect()

  receive(moved, { source: window })
  receive(moved, { origin: 'https://evil.example' })
  receive({ type: 'moved', point: { latitude: '22', longitude: 75 } })
  receive({ type: 'go', point })
  expect(onMove).not.toHaveBeenCalled()

  receive(moved)
  expect(onMove).toHaveBeenCalledWith(point)
})

test('a frame that is not ready within six seconds has failed, and later messages are ignored [loc.11]', async () => {
  const { connection, receive, onFail, onMove } = connect()
  const search = connection.search('vijay').catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(5999)
  expect(onFail).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)

  expect(onFail).toHaveBeenCalledTimes(1)
  expect(await search).toBe('Google Maps cannot be used')
  receive(moved)
  expect(onMove).not.toHaveBeenCalled()
})

test('a request times out after five seconds [loc.11]', async () => {
  const { connection, sent, receive } = connect()
  receive({ type: 'ready' })
  const lookup = connection.reverse(point).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([{ type: 'reverse', id: 1, point }])

  await vi.advanceTimersByTimeAsync(5000)

  expect(await lookup).toBe('Google Maps did not respond')
})
