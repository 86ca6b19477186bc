import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { nearestPlace, searchPlaces } from '#server/features/location/gazetteer.ts'

/** Measures time and memory of the place search: `npm run bench:gazetteer`. */
const queries = [
  'in',
  'vij',
  'vijay nagar',
  'vijay nagar indore',
  '4520',
  'sector 16 noida',
  'nagar',
]
const rounds = 200

const before = retainedMegabytes()
const begin = performance.now()
await searchPlaces(queries[0] ?? '', 8)
console.log(`opened in ${(performance.now() - begin).toFixed(0)} ms`)
console.log(`retains ${(retainedMegabytes() - before).toFixed(1)} MB`)

for (const text of queries) await measure(`search "${text}"`, () => searchPlaces(text, 8))
await measure('address of a point', () => nearestPlace(22.7196, 75.8577))

async function measure(name: string, work: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const [median, p99] = [0.5, 0.99].map((part) => times[Math.floor(part * rounds)]?.toFixed(2))
  console.log(`${name}: ${median} ms, p99 ${p99} ms`)
}

/** Memory after garbage collection: the heap and buffers outside it. */
function retainedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
