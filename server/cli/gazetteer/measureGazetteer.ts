import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { nearestPlace, searchPlaces } from '#server/features/location/gazetteer.ts'

/** What the places cost, in time and memory: `tsx server/cli/gazetteer/measureGazetteer.ts`. */
const typed = ['in', 'vij', 'vijay nagar', 'vijay nagar indore', '4520', 'sector 16 noida', 'nagar']
const rounds = 200

const before = heldMegabytes()
const begin = performance.now()
await searchPlaces(typed[0] ?? '', 8)
console.log(`opened in ${(performance.now() - begin).toFixed(0)} ms`)
console.log(`holds ${(heldMegabytes() - before).toFixed(1)} MB`)

for (const text of typed) await measure(`search "${text}"`, () => searchPlaces(text, 8))
await measure('address of a point', () => nearestPlace(22.7196, 75.8577))

async function measure(name: string, work: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const [median, worst] = [0.5, 0.99].map((part) => times[Math.floor(part * rounds)]?.toFixed(2))
  console.log(`${name}: ${median} ms, p99 ${worst} ms`)
}

/** What is still held after clearing away, on the heap and in buffers. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const clear = runInNewContext('gc') as () => void
  clear()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
