import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'

/**
 * Fills a catalogue without prices with realistic ones, drawn from a table of percentiles: `npx tsx
 * tests/bench/priceStyles.ts STYLES.csv PRICES.csv OUT.csv`. The same row always gets the same
 * price.
 */
const [styles = '', prices = '', out = ''] = process.argv.slice(2)

type Row = Record<string, string>
const percentiles = ['price_p10', 'price_p25', 'price_p50', 'price_p75', 'price_p90']
const reference = parseWhole(readFileSync(prices), { columns: true }) as Row[]
const normalize = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '')
const byKind = new Map(
  reference.map((row) => [`${row.gender} ${normalize(row.category ?? '')}`, row]),
)
const defaultPrices: Row = {
  price_p10: '499',
  price_p25: '799',
  price_p50: '1199',
  price_p75: '1799',
  price_p90: '2999',
}

const columns = [
  'id',
  'name',
  'brand',
  'category',
  'subcategory',
  'gender',
  'colour',
  'mrp',
  'price',
  'sizes',
]
const quoteCsv = (text: string) => `"${text.replaceAll('"', '""')}"`

await pipeline(
  createReadStream(styles),
  parse({ columns: true }),
  async function* (rows: AsyncIterable<Row>) {
    yield `${columns.join(',')}\n`
    for await (const row of rows) yield `${priceRow(row).map(quoteCsv).join(',')}\n`
  },
  createWriteStream(out),
)

function priceRow(row: Row): string[] {
  const {
    id = '',
    articleType = '',
    gender = '',
    subCategory = '',
    baseColour = '',
    brand = '',
  } = row
  const kind = byKind.get(`${gender} ${normalize(articleType)}`) ?? defaultPrices
  const [chance = 0, discount = 0] = createHash('sha1').update(id).digest()
  const step = (chance / 256) * (percentiles.length - 1)
  const amount = (at: number) => Number(kind[percentiles[at] ?? ''] ?? 0)
  const low = amount(Math.floor(step))
  const mrp = Math.round(low + (step % 1) * (amount(Math.ceil(step)) - low))
  const price = Math.round(mrp * (1 - (discount % 6) / 10))
  const sizes = /shoe|sandal|flip/i.test(subCategory)
    ? '6|7|8|9|10'
    : /wear|dress|set/i.test(subCategory)
      ? 'S|M|L|XL'
      : 'Free size'
  const name = row.productDisplayName ?? ''
  return [
    id,
    name === 'NA' ? '' : name,
    brand,
    subCategory,
    articleType,
    gender,
    baseColour,
    String(mrp),
    String(price),
    sizes,
  ]
}
