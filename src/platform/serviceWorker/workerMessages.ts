import type { Connectivity, Evidence } from '#platform/connectivity/connectivity.ts'

/** What a page says to the worker. */
export type ToWorker =
  | { type: 'evidence'; evidence: Evidence }
  /** Ask the store whether it is there, now. */
  | { type: 'probe' }
  /** What is the state? */
  | { type: 'connectivity?' }
  /** The page is idle: bring what was not needed at first. */
  | { type: 'warm-up' }
  /** Keep these addresses too: they were read before the worker was there. */
  | { type: 'keep'; urls: string[] }
  /** Keep the document of home that this device opens next: whose address is this. */
  | { type: 'keep-home'; path: string }
  | { type: 'update-now' }

/** What the worker says to pages. */
export type FromWorker =
  | { type: 'connectivity'; connectivity: Connectivity }
  /** May the page be left without losing what was typed? Answered on the port that comes along. */
  | { type: 'may-leave?' }

const isMessage = (data: unknown): data is { type: unknown } =>
  typeof data === 'object' && data !== null && 'type' in data

export const isFromWorker = (data: unknown): data is FromWorker =>
  isMessage(data) && (data.type === 'connectivity' || data.type === 'may-leave?')

const known: unknown[] = [
  'evidence',
  'probe',
  'connectivity?',
  'warm-up',
  'keep',
  'keep-home',
  'update-now',
] satisfies ToWorker['type'][]

/** A message of an older or newer page may be one we do not know. */
export function isToWorker(data: unknown): data is ToWorker {
  if (!isMessage(data)) return false
  return known.includes(data.type)
}
