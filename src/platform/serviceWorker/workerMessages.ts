import type { Connectivity, Evidence } from '#platform/connectivity/connectivity.ts'

/** Messages from a page to the service worker. */
export type ToWorker =
  | { type: 'evidence'; evidence: Evidence }
  /** Probe the store now. */
  | { type: 'probe' }
  /** Send the state of the connection. */
  | { type: 'get-connectivity' }
  /** The page is idle: store the remaining files. */
  | { type: 'warm-up' }
  /** Store these URLs, which were read before the worker controlled the page. */
  | { type: 'cache-urls'; urls: string[] }
  /** Store the document of the home page at this path. */
  | { type: 'cache-home'; path: string }
  | { type: 'cache-document'; path: string }
  | { type: 'update-now' }
  /** Control all pages of the store. */
  | { type: 'claim' }

/** Messages from the service worker to pages. */
export type FromWorker =
  | { type: 'connectivity'; connectivity: Connectivity }
  /** Can the page be left without losing typed text? The response comes through the message port. */
  | { type: 'get-may-leave' }

const isMessage = (data: unknown): data is { type: unknown } =>
  typeof data === 'object' && data !== null && 'type' in data

export const isFromWorker = (data: unknown): data is FromWorker =>
  isMessage(data) && (data.type === 'connectivity' || data.type === 'get-may-leave')

const messageTypes: unknown[] = [
  'evidence',
  'probe',
  'get-connectivity',
  'warm-up',
  'cache-urls',
  'cache-home',
  'cache-document',
  'update-now',
  'claim',
] satisfies ToWorker['type'][]

/** Pages of other versions may send messages that this worker does not know. */
export function isToWorker(data: unknown): data is ToWorker {
  if (!isMessage(data)) return false
  return messageTypes.includes(data.type)
}
