import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Vitals } from '#contract/storeFacts.ts'

const requests = histogram(
  'pehno_request_seconds',
  'Request duration by route and status.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
)
const timings = histogram(
  'pehno_web_vital_seconds',
  'Web vitals of page loads.',
  [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
)
const shifts = histogram(
  'pehno_web_vital_shift',
  'Cumulative layout shift (CLS) of page loads.',
  [0.01, 0.05, 0.1, 0.25, 0.5],
)

/** OTP events since the process started. */
const otps = { ceilings: 0, refusedByAddress: 0, suspiciousAddresses: 0 }

/** Counts an OTP that was not sent because of the hourly limit over all numbers. */
export function countOtpRefusedByHourlyLimit(): void {
  otps.ceilings += 1
}

/** Counts an OTP that was not sent because its address or network had requested too many. */
export function countOtpRefusedByAddress(): void {
  otps.refusedByAddress += 1
}

/** Counts an address that has requested unusually many OTPs within an hour but is not blocked yet. */
export function countSuspiciousOtpAddress(): void {
  otps.suspiciousAddresses += 1
}

const otpCounters = (): Metric[] => [
  {
    name: 'pehno_otp_ceiling_total',
    help: 'OTPs refused because of the hourly total limit. Alert if it grows.',
    type: 'counter',
    rows: [{ value: otps.ceilings }],
  },
  {
    name: 'pehno_otp_refused_by_address_total',
    help: 'OTPs refused because of the limits per address or network. Alert if it grows.',
    type: 'counter',
    rows: [{ value: otps.refusedByAddress }],
  },
  {
    name: 'pehno_otp_suspicious_addresses_total',
    help: 'Addresses that requested unusually many OTPs within an hour: a mobile network or an attack. Alert if it grows.',
    type: 'counter',
    rows: [{ value: otps.suspiciousAddresses }],
  },
]

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

/** Responses of push services since the process started, by status. */
const pushes = new Map<number, number>()

export function countPush(status: number): void {
  pushes.set(status, (pushes.get(status) ?? 0) + 1)
}

const pushCounter = (): Metric => ({
  name: 'pehno_push_responses_total',
  help: 'Responses of push services by status. Alert if 401 or 403 grows: the keys of the store have changed.',
  type: 'counter',
  rows: [...pushes].map(([status, value]) => ({ labels: { status }, value })),
})

export type Metric = {
  name: string
  help: string
  /** Defaults to a gauge. */
  type?: 'counter'
  rows: { labels?: Labels; value: number }[]
}

/** The counters of this process and the given gauges, in Prometheus' text format. */
export function metricsText(gauges: Metric[]): string {
  const histograms = [requests, timings, shifts].flatMap((metric) => metric.lines())
  const gaugesAndCounters = [...gauges, ...otpCounters(), pushCounter()].flatMap(
    ({ name, help, type = 'gauge', rows }) => [
      ...headerLines(name, help, type),
      ...rows.map(({ labels = {}, value }) => sample(name, labels, value)),
    ],
  )
  return `${[...histograms, ...gaugesAndCounters].join('\n')}\n`
}

type Labels = Record<string, string | number>
type Series = { labels: Labels; counts: number[]; sum: number; count: number }

/** A Prometheus histogram of this process. Label values come from fixed lists, so there are few series. */
export function histogram(name: string, help: string, bounds: number[]) {
  const all = new Map<string, Series>()

  function seriesOf(labels: Labels): Series {
    const key = labelText(labels)
    const found = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
    all.set(key, found)
    return found
  }

  return {
    observe(labels: Labels, value: number): void {
      const series = seriesOf(labels)
      series.sum += value
      series.count++
      bounds.forEach((bound, at) => {
        if (value <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
      })
    },
    lines: (): string[] => [
      ...headerLines(name, help, 'histogram'),
      ...[...all.values()].flatMap(({ labels, counts, sum, count }) => [
        ...bounds.map((le, at) => sample(`${name}_bucket`, { ...labels, le }, counts[at] ?? 0)),
        sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
        sample(`${name}_sum`, labels, sum),
        sample(`${name}_count`, labels, count),
      ]),
    ],
  }
}

const headerLines = (name: string, help: string, type: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

function sample(name: string, labels: Labels, value: number): string {
  const text = labelText(labels)
  return `${name}${text && `{${text}}`} ${value}`
}

const labelText = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, '_')}"`)
    .join(',')

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
