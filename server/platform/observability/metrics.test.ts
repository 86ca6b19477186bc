import { expect, test } from 'vitest'

import {
  countOtpRefusedByHourlyLimit,
  countOtpRefusedByAddress,
  countRequest,
  countSuspiciousOtpAddress,
  countVitals,
  histogram,
  metricsText,
  readLoopDelayMs,
} from './metrics.ts'

test('a histogram counts each value in every bucket that includes it [ops.3]', () => {
  const durations = histogram('response_seconds', 'How long a response takes', [0.1, 0.5])

  for (const seconds of [0.05, 0.1, 0.3, 2]) durations.observe({ call: 'cart' }, seconds)

  expect(durations.lines()).toEqual([
    '# HELP response_seconds How long a response takes',
    '# TYPE response_seconds histogram',
    'response_seconds_bucket{call="cart",le="0.1"} 2',
    'response_seconds_bucket{call="cart",le="0.5"} 3',
    'response_seconds_bucket{call="cart",le="+Inf"} 4',
    'response_seconds_sum{call="cart"} 2.45',
    'response_seconds_count{call="cart"} 4',
  ])
})

test('each set of labels is counted separately, and label values are escaped [ops.3]', () => {
  const responses = histogram('responses', 'Responses', [1])
  responses.observe({ status: 200 }, 0)
  responses.observe({ status: 'a"} 9\n' }, 0)
  responses.observe({}, 5)

  expect(
    responses.lines().filter((line) => !line.startsWith('#') && /_(count|bucket)/.test(line)),
  ).toEqual([
    'responses_bucket{status="200",le="1"} 1',
    'responses_bucket{status="200",le="+Inf"} 1',
    'responses_count{status="200"} 1',
    'responses_bucket{status="a_} 9_",le="1"} 1',
    'responses_bucket{status="a_} 9_",le="+Inf"} 1',
    'responses_count{status="a_} 9_"} 1',
    'responses_bucket{le="1"} 0',
    'responses_bucket{le="+Inf"} 1',
    'responses_count 1',
  ])
})

const linesOf = (name: string, gauges: Parameters<typeof metricsText>[0] = []) =>
  metricsText(gauges)
    .split('\n')
    .filter((line) => line.includes(name))

test('gauges and counters are written with their help, type and labels [ops.3]', () => {
  const rows = [{ labels: { status: 'Placed', city: 'Indore' }, value: 3 }, { value: 4 }]

  expect(linesOf('pehno_test', [{ name: 'pehno_test', help: 'Orders.', rows }])).toEqual([
    '# HELP pehno_test Orders.',
    '# TYPE pehno_test gauge',
    'pehno_test{status="Placed",city="Indore"} 3',
    'pehno_test 4',
  ])
  const counter = { name: 'pehno_test', help: 'Calls.', type: 'counter', rows: [] } as const
  expect(linesOf('pehno_test', [{ ...counter, rows: [] }])).toEqual([
    '# HELP pehno_test Calls.',
    '# TYPE pehno_test counter',
  ])
  expect(metricsText([])).toMatch(/[^\n]\n$/)
})

test.for([
  ['ceiling', countOtpRefusedByHourlyLimit],
  ['refused_by_address', countOtpRefusedByAddress],
  ['suspicious_addresses', countSuspiciousOtpAddress],
] as const)('OTPs are counted: %s [ops.3] [safe.4]', ([name, count]) => {
  const read = () => Number(linesOf(`pehno_otp_${name}_total`).at(-1)?.split(' ')[1])
  const before = read()

  count()
  count()

  expect(read()).toBe(before + 2)
  expect(linesOf(`pehno_otp_${name}_total`)).toEqual([
    expect.stringMatching(/^# HELP pehno_otp_\w+_total .+Alert if it grows\.$/),
    `# TYPE pehno_otp_${name}_total counter`,
    `pehno_otp_${name}_total ${before + 2}`,
  ])
})

test('requests are counted by method, route and status, with their time in seconds [ops.3]', () => {
  countRequest({ method: 'GET', route: '/test', status: 200, seconds: 0.25 })

  const labels = 'method="GET",route="/test",status="200"'
  expect(linesOf('route="/test"')).toEqual([
    ...[0.005, 0.01, 0.025, 0.05, 0.1].map(
      (le) => `pehno_request_seconds_bucket{${labels},le="${le}"} 0`,
    ),
    ...[0.25, 0.5, 1, 2.5, 10, '+Inf'].map(
      (le) => `pehno_request_seconds_bucket{${labels},le="${le}"} 1`,
    ),
    `pehno_request_seconds_sum{${labels}} 0.25`,
    `pehno_request_seconds_count{${labels}} 1`,
  ])
})

test('page timings are counted in seconds, and layout shifts as their score [ops.3]', () => {
  countVitals({
    page: 'missing',
    metrics: [
      { name: 'LCP', value: 1800 },
      { name: 'CLS', value: 0.05 },
    ],
  })

  const sums = linesOf('page="missing"').filter((line) => line.includes('_sum'))
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
