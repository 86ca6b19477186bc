import { SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError } from 'commander'
import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'

import { tidyDatabase } from '#server/database/openDatabase.ts'
import {
  FileRejected,
  type FileRow,
  importCatalogue,
  type RefusedRow,
} from '#server/features/catalogue/import/importCatalogue.ts'
import { ImportMapping } from '#server/features/catalogue/import/importRow.ts'
import {
  type Count,
  type ProductSheet,
  readProductSheet,
  setPrice,
  setStock,
} from '#server/features/catalogue/products/changeProduct.ts'
import {
  type Json,
  jsonOption,
  print,
  printJson,
  printTable,
  rupees,
  rupeesInPaise,
} from './terminal.ts'
import { withStore } from './withStore.ts'

/**
 * Streams the rows of a CSV file with their line numbers (of the row's last line). An invalid row is yielded
 * as an error in its place.
 */
async function* readCsv(path: string): AsyncIterable<FileRow> {
  const broken: FileRow[] = []
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error) broken.push({ line: Number(error.lines ?? 0), problem: problemOf(error) })
      },
    }),
  )
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield* broken.splice(0)
    yield { line: info.lines, record }
  }
  yield* broken.splice(0)
}

type Parsed = { record: Record<string, string>; info: { lines: number } }

function problemOf({ code }: CsvError): string {
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS')
    return 'has another number of columns than the first line'
  return 'is no CSV: a quote is not closed, or stands where none may'
}

type ImportOptions = {
  map?: string
  column: string[]
  default: string[]
  separator?: string
  strict: boolean
  photos?: string
}

const collect = (value: string, before: string[]) => [...before, value]
const roughBytesPerRow = 110

export const importCommand = new Command('import')
  .description(
    'bring products from a CSV file; a code that is there already is changed, not doubled',
  )
  .argument('<file>', 'the CSV file, its first line naming the columns')
  .option('--map <file>', 'a JSON file with columns, defaults and separator')
  .option(
    '--column <field=column>',
    'the column that fills a field; as often as needed',
    collect,
    [],
  )
  .option('--default <field=value>', 'what an empty field gets; as often as needed', collect, [])
  .option('--separator <text>', 'between several sizes in one column (default: |)')
  .option('--photos <folder>', 'where the files are that the column of photos names')
  .option('--strict', 'refuse the whole file if one row is bad', false)
  .action(async (file: string, options: ImportOptions) => {
    const mapping = await readMapping(options)
    await withStore(async ({ db, photoFolder }) => {
      const bar = await progressOf(file)
      const refused: RefusedRow[] = []
      try {
        const report = await importCatalogue(db, {
          rows: readCsv(file),
          mapping,
          isStrict: options.strict,
          photoFolders: options.photos ? { from: options.photos, to: photoFolder } : undefined,
          onRead: (line) => bar.update(line),
          onRefused: (row) => refused.push(row),
        })
        bar.stop()
        printRefused(refused)
        const { read, added, updated, unchanged, drafts } = report
        if (added + updated > 0) await tidyDatabase(db)
        const counts = `${added} added, ${updated} changed, ${unchanged} unchanged, ${refused.length} refused`
        print(`${read} rows read: ${counts}.`)
        if (drafts > 0) print(`${drafts} of them are drafts: they lack a declaration.`)
      } catch (error) {
        bar.stop()
        if (!(error instanceof FileRejected)) throw error
        printRefused(refused)
        console.error(`Nothing was imported: ${error.message}.`)
        process.exitCode = 1
      }
    })
  })

function printRefused(refused: RefusedRow[]) {
  for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`)
}

/** A progress bar that counts lines; their total is estimated from the file's size. */
async function progressOf(file: string): Promise<SingleBar> {
  const { size } = await stat(file)
  const bar = new SingleBar({
    format: '{bar} {value} lines, {duration_formatted}',
    clearOnComplete: true,
  })
  bar.start(Math.ceil(size / roughBytesPerRow), 0)
  return bar
}

async function readMapping({
  map,
  column,
  default: defaults,
  separator,
}: ImportOptions): Promise<ImportMapping> {
  const given = map ? (JSON.parse(await readFile(map, 'utf8')) as Record<string, object>) : {}
  return v.parse(ImportMapping, {
    ...given,
    columns: { ...given.columns, ...pairs(column) },
    defaults: { ...given.defaults, ...pairs(defaults) },
    ...(separator && { separator }),
  })
}

function pairs(written: string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Error(`"${pair}" is not written as field=value`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

const code = ['<code>', 'the product, by the code of the catalogue file'] as const

function printStock(product: ProductSheet): void {
  const { name, brand, pricePaise, mrpPaise, sizes, isPublished } = product
  const state = isPublished ? '' : ', a draft that is not shown'
  print(`${product.code}  ${brand} ${name}${state}`)
  print(`Price ${rupees(pricePaise)}, MRP ${rupees(mrpPaise)}`)
  printTable(sizes.map(({ size, onHand }) => ['', size, `${onHand}`]))
}

const showStock = new Command('show')
  .description('how many items of each size are for sale, without items of placed orders')
  .argument(...code)
  .option(...jsonOption)
  .action((typed: string, { json }: Json) =>
    withStore(async ({ db }) => {
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

function parseCount(typed: string, before: Count[] = []): Count[] {
  const [, size, count] = /^(.+)=(\d{1,6})$/.exec(typed) ?? []
  if (!size) throw new InvalidArgumentError('It is written as M=12.')
  return [...before, { size, quantity: Number(count) }]
}

const setStockCommand = new Command('set')
  .description('set how many items are for sale, without items of placed orders')
  .argument(...code)
  .argument('<size=count...>', 'as M=12 L=3', parseCount)
  .option(...jsonOption)
  .action((typed: string, counts: Count[], { json }: Json) =>
    withStore(async ({ db }) => {
      await setStock(db, typed, counts)
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

export const stockCommand = new Command('stock')
  .description('how many items are for sale')
  .addCommand(showStock)
  .addCommand(setStockCommand)

type PriceOptions = Json & { mrp?: number }

const setPriceCommand = new Command('set')
  .description('set what a product is sold for; placed orders keep their price')
  .argument(...code)
  .argument('<price>', 'in rupees, with all taxes', rupeesInPaise)
  .option('--mrp <price>', 'the maximum retail price, if it changes too', rupeesInPaise)
  .option(...jsonOption)
  .action((typed: string, pricePaise: number, { json, mrp: mrpPaise }: PriceOptions) =>
    withStore(async ({ db }) => {
      await setPrice(db, { code: typed, pricePaise, mrpPaise })
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

export const priceCommand = new Command('price')
  .description('what products are sold for')
  .addCommand(setPriceCommand)
