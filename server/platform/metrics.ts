import type { Vitals } from '#contract/storeFacts.ts'
import { headLines, histogram, type Labels, sample } from './histogram.ts'

const requests = histogram(
  'pehno_request_seconds',
  'How long requests took, by route and status.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
)
const timings = histogram(
  'pehno_web_vital_seconds',
  'How long pages took with visitors.',
  [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
)
const shifts = histogram(
  'pehno_web_vital_shift',
  'How much pages moved under the eyes of visitors (CLS).',
  [0.01, 0.05, 0.1, 0.25, 0.5],
)

/** What was refused or noticed about OTPs since the process began. */
const otps = { ceilings: 0, refusedByAddress: 0, suspiciousAddresses: 0 }

/** A code that was not sent, as too many were in this hour. */
export function countOtpCeiling(): void {
  otps.ceilings += 1
}

/** A code that was not sent, as its address or network had asked for too many. */
export function countOtpRefusedByAddress(): void {
  otps.refusedByAddress += 1
}

/** An address that has asked for unusually many codes within an hour, and still gets them. */
export function countSuspiciousOtpAddress(): void {
  otps.suspiciousAddresses += 1
}

const otpCounters = (): Gauge[] => [
  {
    name: 'pehno_otp_ceiling_total',
    help: 'OTPs that were not sent because of the hourly limit over all numbers. Alarm if it grows.',
    type: 'counter',
    rows: [{ value: otps.ceilings }],
  },
  {
    name: 'pehno_otp_refused_by_address_total',
    help: 'OTPs that were not sent because their address or network had asked for too many. Alarm if it grows.',
    type: 'counter',
    rows: [{ value: otps.refusedByAddress }],
  },
  {
    name: 'pehno_otp_suspicious_addresses_total',
    help: 'How often an address has asked for unusually many OTPs within an hour: a mobile network, or somebody who runs up the bill. Alarm if it grows.',
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

export type Gauge = {
  name: string
  help: string
  /** A gauge, if nothing else is said. */
  type?: 'counter'
  rows: { labels?: Labels; value: number }[]
}

/** Everything that was counted here, and what was just looked up, as Prometheus reads it. */
export function metricsText(gauges: Gauge[]): string {
  const counted = [requests, timings, shifts].flatMap((one) => one.lines())
  const lookedUp = [...gauges, ...otpCounters()].flatMap(({ name, help, type = 'gauge', rows }) => [
    ...headLines(name, help, type),
    ...rows.map(({ labels = {}, value }) => sample(name, labels, value)),
  ])
  return `${[...counted, ...lookedUp].join('\n')}\n`
}
