import { parseArgs } from 'node:util'

/** What the benchmarks are told on the command line. */
export function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '8' },
      on: { type: 'string', default: 'postgres,embedded' },
      catalogue: { type: 'string' },
      map: { type: 'string' },
      runs: { type: 'string', default: '5' },
      url: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { catalogue: file, map } = values
  return {
    seconds: Number(values.seconds),
    runs: Number(values.runs),
    kinds: values.on.split(','),
    catalogue: file && map ? { file, map } : undefined,
    url: values.url,
    isJson: values.json,
  }
}
