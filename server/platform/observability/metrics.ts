import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Vitals } from '#contract/store/storeFacts.ts'

/** What this process has counted since it started. */
const counted = new Registry()

const requests = new Histogram({
  name: 'pehno_request_seconds',
  help: 'Request duration by route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [counted],
})
const timings = new Histogram({
  name: 'pehno_web_vital_seconds',
  help: 'Web vitals of page loads.',
  labelNames: ['page', 'vital'],
  buckets: [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
  registers: [counted],
})
const shifts = new Histogram({
  name: 'pehno_web_vital_shift',
  help: 'Cumulative layout shift (CLS) of page loads.',
  labelNames: ['page', 'vital'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5],
  registers: [counted],
})

/** OTPs that were not sent because of the hourly limit over all numbers. */
export const otpsRefusedByHourlyLimit = new Counter({
  name: 'pehno_otp_ceiling_total',
  help: 'OTPs refused because of the hourly total limit. Alert if it grows.',
  registers: [counted],
})
/** OTPs that were not sent because their address or network had requested too many. */
export const otpsRefusedByAddress = new Counter({
  name: 'pehno_otp_refused_by_address_total',
  help: 'OTPs refused because of the limits per address or network. Alert if it grows.',
  registers: [counted],
})
/** Addresses that have requested unusually many OTPs within an hour but are not blocked yet. */
export const suspiciousOtpAddresses = new Counter({
  name: 'pehno_otp_suspicious_addresses_total',
  help: 'Addresses that requested unusually many OTPs within an hour: a mobile network or an attack. Alert if it grows.',
  registers: [counted],
})
/** Responses of push services. */
export const pushResponses = new Counter({
  name: 'pehno_push_responses_total',
  help: 'Responses of push services by status. Alert if 401 or 403 grows: the keys of the store have changed.',
  labelNames: ['status'],
  registers: [counted],
})

type Request = { method: string; route: string; status: number; seconds: number }

export function countRequest({ seconds, ...labels }: Request): void {
  requests.observe(labels, seconds)
}

export function countVitals({ page, metrics }: Vitals): void {
  for (const { name, value } of metrics) {
    if (name === 'CLS') shifts.observe({ page, vital: name }, value)
    else timings.observe({ page, vital: name }, value / 1000)
  }
}

/** A number that is read when the metrics are, not counted by this module. */
export type Metric = {
  name: string
  help: string
  /** Defaults to a gauge. */
  type?: 'counter'
  labelNames?: string[]
  rows: { labels?: Record<string, string>; value: number }[]
}

/** The counters of this process and the given metrics, in Prometheus' text format. */
export function metricsText(metrics: Metric[]): Promise<string> {
  const read = new Registry()
  for (const { type, rows, ...options } of metrics) {
    const registers = [read]
    const metric =
      type === 'counter'
        ? new Counter({ ...options, registers })
        : new Gauge({ ...options, registers })
    // Without labels a metric starts at 0, so that adding sets it too.
    for (const { labels = {}, value } of rows) metric.inc(labels, value)
  }
  return Registry.merge([counted, read]).metrics()
}

/** The sampling interval. Each measured delay includes it, so it is subtracted. */
const resolutionMs = 10
const delays = monitorEventLoopDelay({ resolution: resolutionMs })
delays.enable()

/** 99th percentile of the event loop delay since the last call, in milliseconds. */
export function readLoopDelayMs(): number {
  const ms = delays.percentile(99) / 1_000_000 - resolutionMs
  delays.reset()
  return Math.max(0, Math.round(ms * 10) / 10)
}
