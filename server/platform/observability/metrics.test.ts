import { expect, test } from 'vitest'

import { histogram } from './metrics.ts'

test('a histogram counts each value in every bucket that reaches it [ops.3]', () => {
  const durations = histogram('answer_seconds', 'How long an answer takes', [0.1, 0.5])

  for (const seconds of [0.05, 0.1, 0.3, 2]) durations.observe({ call: 'cart' }, seconds)

  expect(durations.lines()).toEqual([
    '# HELP answer_seconds How long an answer takes',
    '# TYPE answer_seconds histogram',
    'answer_seconds_bucket{call="cart",le="0.1"} 2',
    'answer_seconds_bucket{call="cart",le="0.5"} 3',
    'answer_seconds_bucket{call="cart",le="+Inf"} 4',
    'answer_seconds_sum{call="cart"} 2.45',
    'answer_seconds_count{call="cart"} 4',
  ])
})

test('each set of labels is counted separately, and label values are escaped [ops.3]', () => {
  const answers = histogram('answers', 'Answers', [1])
  answers.observe({ status: 200 }, 0)
  answers.observe({ status: 'a"} 9\n' }, 0)
  answers.observe({}, 5)

  expect(
    answers.lines().filter((line) => !line.startsWith('#') && /_(count|bucket)/.test(line)),
  ).toEqual([
    'answers_bucket{status="200",le="1"} 1',
    'answers_bucket{status="200",le="+Inf"} 1',
    'answers_count{status="200"} 1',
    'answers_bucket{status="a_} 9_",le="1"} 1',
    'answers_bucket{status="a_} 9_",le="+Inf"} 1',
    'answers_count{status="a_} 9_"} 1',
    'answers_bucket{le="1"} 0',
    'answers_bucket{le="+Inf"} 1',
    'answers_count 1',
  ])
})
