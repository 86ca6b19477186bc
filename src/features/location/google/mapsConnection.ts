import * as v from 'valibot'

import type { Place, PlaceSuggestion, Point } from '#contract/delivery/location.ts'
import { FrameMessage, type PageMessage, type Pin } from './frameMessages.ts'

/** Time limits after which the store's own places are used. */
const startTimeoutMs = 6000
const responseTimeoutMs = 5000

export type MapsSettings = { key: string; mapId: string; origin: string | undefined }

type Options = {
  settings: MapsSettings
  map?: { point: Point; zoom: number; pins?: Pin[] }
  onReady?: () => void
  onMove?: (point: Point) => void
  /** Google Maps has failed for good. */
  onFail: () => void
}

/**
 * Prepares an iframe for Google Maps, isolated from the store in an origin of its own if one is
 * configured, else in an opaque one.
 */
export function prepareFrame({ origin }: MapsSettings) {
  return {
    src: `${origin ?? ''}/maps-frame`,
    sandbox: origin ? 'allow-scripts allow-same-origin' : 'allow-scripts',
  }
}

type FrameResponse = Extract<FrameMessage, { type: 'suggestions' | 'place' }>
type Request = Extract<PageMessage, { id: number }>
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never
type PendingRequest = { resolve: (response: FrameResponse) => void; reject: (error: Error) => void }

export type MapsConnection = ReturnType<typeof connectMaps>

/** Connects to Google Maps in an iframe with the `src` and `sandbox` of `prepareFrame`. */
export function connectMaps(frame: HTMLIFrameElement, options: Options) {
  const { settings, map, onReady, onMove, onFail } = options
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let isOver = false
  let setReady: () => void = () => undefined
  let setFailed: (error: Error) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    setReady = resolve
    setFailed = reject
  })
  ready.catch(() => undefined)

  const post = (message: PageMessage) =>
    // An opaque origin has no name to address, so the message goes to whatever the frame holds.
    frame.contentWindow?.postMessage(message, settings.origin ?? '*')

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== (settings.origin ?? 'null')) return
    const { success, output } = v.safeParse(FrameMessage, data)
    if (!success) return
    if (output.type === 'loaded') {
      const { key, mapId } = settings
      post({ type: 'start', key, mapId, ...(map && { map }) })
    } else if (output.type === 'ready') {
      clearTimeout(timer)
      setReady()
      onReady?.()
    } else if (output.type === 'failed') fail()
    else if (output.type === 'moved') onMove?.(output.point)
    else {
      const request = pending.get(output.id)
      pending.delete(output.id)
      if (output.type === 'refused') request?.reject(new Error('Google Maps refused'))
      else request?.resolve(output)
    }
  }
  /** An older cached document may not allow the frame. */
  function onBlocked({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective === 'frame-src' && frame.src.startsWith(blockedURI)) fail()
  }

  function close(): void {
    isOver = true
    clearTimeout(timer)
    removeEventListener('message', onMessage)
    document.removeEventListener('securitypolicyviolation', onBlocked)
    const error = new Error('Google Maps cannot be used')
    setFailed(error)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  function fail(): void {
    if (isOver) return
    close()
    onFail()
  }

  const timer = setTimeout(fail, startTimeoutMs)
  addEventListener('message', onMessage)
  document.addEventListener('securitypolicyviolation', onBlocked)

  async function request(message: WithoutId<Request>): Promise<FrameResponse> {
    await ready
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        pending.delete(id)
        reject(new Error('Google Maps did not respond'))
      }, responseTimeoutMs)
      const settle =
        <Value>(call: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(timeout)
          call(value)
        }
      pending.set(id, { resolve: settle(resolve), reject: settle(reject) })
      post({ ...message, id })
    })
  }
  async function placeOf(message: WithoutId<Request>): Promise<Place | null> {
    const response = await request(message)
    return response.type === 'place' ? response.place : null
  }

  return {
    show: (point: Point) => post({ type: 'show', point }),
    showPins: (pins: Pin[]) => post({ type: 'pins', pins }),
    search: async (words: string): Promise<PlaceSuggestion[]> => {
      const response = await request({ type: 'search', words })
      return response.type === 'suggestions' ? response.suggestions : []
    },
    /** Rejects if the details cannot be read. */
    read: (placeId: string) => placeOf({ type: 'read', placeId }),
    /** Null if Google knows no address there. */
    reverse: (point: Point) => placeOf({ type: 'reverse', point }),
    close,
  }
}
