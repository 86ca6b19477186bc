import { parseArgs } from 'node:util'

/** Command-line options of the benchmarks; see `README.md` here. */
export function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      on: { type: 'string', default: 'postgres,embedded' },
      only: { type: 'string' },
      shoppers: { type: 'string', default: '500' },
      connections: { type: 'string', default: '50' },
      catalogue: { type: 'string' },
      map: { type: 'string' },
      photos: { type: 'string' },
      products: { type: 'string', default: '500,44000,500000' },
      orders: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '5' },
      profile: { type: 'string' },
      url: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { catalogue: file, map, photos } = values
  return {
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    runs: Number(values.runs),
    shoppers: Number(values.shoppers),
    connections: Number(values.connections),
    products: values.products.split(',').map(Number),
    orders: Number(values.orders),
    kinds: values.on.split(','),
    only: values.only?.split(','),
    catalogue: file && map ? { file, map, photos } : undefined,
    profile: values.profile,
    url: values.url,
    isJson: values.json,
  }
}
