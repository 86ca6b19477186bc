import { expect, test } from 'vitest'

import {
  countRequest,
  countVitals,
  type Metric,
  metricsText,
  otpsRefusedByAddress,
  otpsRefusedByHourlyLimit,
  readLoopDelayMs,
  suspiciousOtpAddresses,
} from './metrics.ts'

const linesOf = async (name: string, metrics: Metric[] = []) =>
  (await metricsText(metrics)).split('\n').filter((line) => line.includes(name))

test('metrics of the store are written with their help, type and labels [ops.3]', async () => {
  const orders = { name: 'pehno_test', help: 'Orders.', labelNames: ['status'] }
  const rows = [
    { labels: { status: 'Placed' }, value: 3 },
    { labels: { status: 'a"} 9\n' }, value: 1 },
  ]

  expect(await linesOf('pehno_test', [{ ...orders, rows }])).toEqual([
    '# HELP pehno_test Orders.',
    '# TYPE pehno_test gauge',
    'pehno_test{status="Placed"} 3',
    String.raw`pehno_test{status="a\"} 9\n"} 1`,
  ])
  expect(await linesOf('pehno_test', [{ ...orders, type: 'counter', rows: [] }])).toEqual([
    '# HELP pehno_test Orders.',
    '# TYPE pehno_test counter',
  ])
})

test.for([
  ['ceiling', otpsRefusedByHourlyLimit],
  ['refused_by_address', otpsRefusedByAddress],
  ['suspicious_addresses', suspiciousOtpAddresses],
] as const)('OTPs are counted: %s [ops.3] [safe.4]', async ([name, counter]) => {
  const lines = () => linesOf(`pehno_otp_${name}_total`)
  const read = async () => Number((await lines()).at(-1)?.split(' ')[1])
  const before = await read()

  counter.inc()
  counter.inc()

  expect(await read()).toBe(before + 2)
  expect(await lines()).toEqual([
    expect.stringMatching(/^# HELP pehno_otp_\w+_total .+Alert if it grows\.$/),
    `# TYPE pehno_otp_${name}_total counter`,
    `pehno_otp_${name}_total ${before + 2}`,
  ])
})

test('requests are counted by method, route and status, with their time in seconds [ops.3]', async () => {
  countRequest({ method: 'GET', route: '/test', status: 200, seconds: 0.25 })

  const labels = 'method="GET",route="/test",status="200"'
  const lines = await linesOf('route="/test"')
  expect(lines).toContain(`pehno_request_seconds_bucket{le="0.1",${labels}} 0`)
  expect(lines).toContain(`pehno_request_seconds_bucket{le="0.25",${labels}} 1`)
  expect(lines).toContain(`pehno_request_seconds_sum{${labels}} 0.25`)
  expect(lines).toContain(`pehno_request_seconds_count{${labels}} 1`)
})

test('page timings are counted in seconds, and layout shifts as their score [ops.3]', async () => {
  countVitals({
    page: 'missing',
    metrics: [
      { name: 'LCP', value: 1800 },
      { name: 'CLS', value: 0.05 },
    ],
  })

  const sums = (await linesOf('page="missing"')).filter((line) => line.includes('_sum'))
  expect(sums).toEqual([
    'pehno_web_vital_seconds_sum{page="missing",vital="LCP"} 1.8',
    'pehno_web_vital_shift_sum{page="missing",vital="CLS"} 0.05',
  ])
})

test('the event loop delay is measured afresh each time, and is never negative [ops.3]', async () => {
  // The histogram takes its next value in the timers phase, which is between two immediates.
  const turn = async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  const block = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until;);
  }
  block(20)
  await turn()
  block(60)
  await turn()

  expect(readLoopDelayMs()).toBeGreaterThan(30)
  expect(readLoopDelayMs()).toBe(0)
})
