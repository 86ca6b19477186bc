import { SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError } from 'commander'
import { stat } from 'node:fs/promises'
import * as v from 'valibot'

import { escapeControlCharacters } from '#contract/api/fields.ts'
import { vacuumDatabase } from '#server/database/openDatabase.ts'
import {
  FileRejectedError,
  importCatalogue,
  type RefusedRow,
} from '#server/features/catalogue/import/importCatalogue.ts'
import { readCsv } from '#server/features/catalogue/import/csvFile.ts'
import { importPhoto, requirePhoto } from '#server/features/catalogue/import/importPhoto.ts'
import type { OtherSpelling } from '#server/features/catalogue/import/spellings.ts'
import type { ProductChange } from '#server/features/catalogue/import/importChanges.ts'
import {
  importFields,
  ImportMapping,
  requiredFields,
} from '#server/features/catalogue/import/importFields.ts'
import {
  type StockCount,
  type AdminProduct,
  readAdminProduct,
  setPrice,
  setStock,
} from '#server/features/catalogue/products/product.ts'
import { readWarehouseIds } from '#server/commerce/delivery/delivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { readJsonFile } from '#server/cli/files.ts'
import {
  type JsonOption,
  jsonOption,
  print,
  printJson,
  printTable,
  formatRupees,
  parseRupees,
  confirm,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

/** Names that differ in capitals or signs only are the same group. */
function printSpellings(spellings: OtherSpelling[]): void {
  for (const { line, kind, written, known } of spellings)
    print(`line ${line}: ${kind} "${written}" is "${known}" in the store, and keeps that name`)
}

type ImportOptions = {
  map?: string
  column?: string[]
  default?: string[]
  separator?: string
  strict?: boolean
  preview?: boolean
  force?: boolean
  capitals?: boolean
  photos?: string
}

const collect = (value: string, before: string[] = []) => [...before, value]
const estimatedBytesPerRow = 110

const importHelp = `
Fields: ${importFields.join(', ')}.
Required for a new product: ${requiredFields.join(', ')}.
Without --map and --column a field is read from the column of the same name.
A field without a column stays as it is, and so does one with an empty cell. "-" empties it.

  mrp, price  in rupees, such as 1299, 1,299 or 1299.50
  sizes       such as S|M|L
  stock       one number for all sizes, or S:2|M:0; without it the stock stays. A store with several
              warehouses has a column for each: stock:indore, stock:bhopal
  photos      names of files in the folder given by --photos, such as front.jpg|back.jpg

A product without origin, maker, makerAddress, netQuantity or careContact is a draft and not shown.

A file for --map:
  {
    "columns": { "code": "sku", "price": "price_inr" },
    "defaults": { "origin": "India", "sizes": "Free size" },
    "separator": "|"
  }`

export const importCommand = new Command('import')
  .description('import products from a CSV file; products with a known code are updated')
  .argument('<file>', 'the CSV file, with column names in the first line')
  .option('--map <file>', 'a JSON file with columns, defaults and separator')
  .option('--column <field=column>', 'the column of a field; may be repeated', collect)
  .option(
    '--default <field=value>',
    'the value of a field that is empty in the file and in the store; may be repeated',
    collect,
  )
  .option('--separator <text>', 'separates several sizes in one column (default: |)')
  .option('--photos <folder>', 'the folder of the files in the photos column')
  .option('--strict', 'reject the whole file if one row is invalid')
  .option('--preview', 'print what would be added, changed, withdrawn and rejected; writes nothing')
  .option('--capitals', 'give names without a capital letter one: silk saree becomes Silk saree')
  .option('--force', 'replace products whose code the file uses for another product')
  .addHelpText('after', importHelp)
  .action(async (file: string, options: ImportOptions) => {
    const mapping = await readMapping(options)
    await withStore(async ({ db, background, photoFolder }) => {
      const bar = await progressOf(file)
      const refused: RefusedRow[] = []
      const changes: ProductChange[] = []
      const spellings: OtherSpelling[] = []
      const isPreview = options.preview ?? false
      const savePhoto = isPreview ? requirePhoto : importPhoto
      try {
        const report = await importCatalogue(db, {
          rows: readCsv(file, mapping),
          mapping,
          isStrict: options.strict ?? false,
          isPreview,
          isForced: options.force ?? false,
          hasCapitals: options.capitals ?? false,
          onOtherSpelling: (spelling) => spellings.push(spelling),
          onChange: (change) => changes.push(change),
          photoPath: options.photos
            ? (name) => savePhoto(name, { from: options.photos ?? '', to: photoFolder })
            : undefined,
          onRead: (line) => bar.update(line),
          onRefused: (row) => refused.push(row),
        })
        bar.stop()
        if (isPreview) printChanges(changes)
        printRefused(refused)
        printSpellings(spellings)
        const { read, added, updated, drafts } = report
        if (added + updated > 0 && !isPreview) await vacuumDatabase(background)
        printSummary(report, changes)
        if (drafts > 0) {
          const are = drafts === 1 ? 'is a draft' : 'are drafts'
          print(`${drafts} of them ${are}, because a declaration is missing.`)
        }
        if (isPreview) print('This is a preview: nothing was written.')
        if (refused.length > 0 && refused.length === read) throw new Error('No row was imported')
      } catch (error) {
        bar.stop()
        if (!(error instanceof FileRejectedError)) throw error
        printRefused(refused)
        printSpellings(spellings)
        throw new Error(`Nothing was imported: ${error.message}`)
      }
    })
  })

const maxShownText = 60

const shownText = (text: string) =>
  text === '' ? 'empty' : text.length > maxShownText ? `${text.slice(0, maxShownText)}…` : text

/** Each product that is not the same as before, with its fields. */
function printChanges(changes: ProductChange[]): void {
  for (const { kind, code, title, fields } of changes) {
    if (kind === 'unchanged') continue
    print(`${kind}  ${code}  ${title}`)
    for (const { field, before, after } of fields) {
      print(`  ${field}: ${shownText(before)} → ${shownText(after)}`)
    }
  }
}

type Counts = Pick<
  Awaited<ReturnType<typeof importCatalogue>>,
  'read' | 'added' | 'updated' | 'withdrawn' | 'unchanged' | 'refused'
>

/** How many products, and how often each field, are different from before. */
function printSummary(report: Counts, changes: ProductChange[]): void {
  const { read, added, updated, withdrawn, unchanged, refused } = report
  const counts = `${added} added, ${updated} changed, ${unchanged} unchanged, ${refused} rejected`
  print(`${read} rows read: ${counts}.`)
  const byField = new Map<string, number>()
  for (const { field } of changes.flatMap(({ fields }) => fields))
    byField.set(field, (byField.get(field) ?? 0) + 1)
  const texts = [...byField].map(([field, count]) => `${field} ${count}`)
  if (texts.length > 0) print(`Changed fields: ${texts.join(', ')}.`)
  if (withdrawn > 0) {
    const are = withdrawn === 1 ? 'product is' : 'products are'
    print(`${withdrawn} ${are} withdrawn, because a declaration was emptied.`)
  }
}

function printRefused(refused: RefusedRow[]) {
  for (const { line, reason } of refused) {
    console.error(escapeControlCharacters(`line ${line}: ${reason}`))
  }
}

/** A progress bar that counts lines; their total is estimated from the file's size. */
async function progressOf(file: string): Promise<SingleBar> {
  const { size } = await stat(file)
  const bar = new SingleBar({
    format: '{bar} {value} lines, {duration_formatted}',
    clearOnComplete: true,
  })
  bar.start(Math.ceil(size / estimatedBytesPerRow), 0)
  return bar
}

async function readMapping({
  map,
  column = [],
  default: defaults = [],
  separator,
}: ImportOptions): Promise<ImportMapping> {
  const fileMapping = v.parse(MappingFile, map ? await readJsonFile(map) : {})
  const { success, output, issues } = v.safeParse(ImportMapping, {
    ...fileMapping,
    columns: { ...fileMapping.columns, ...parsePairs(column) },
    defaults: { ...fileMapping.defaults, ...parsePairs(defaults) },
    ...(separator && { separator }),
  })
  if (success) return output
  const faults = issues.map((issue) => {
    const [part, key] = (issue.path ?? []).map((step) => String(step.key))
    const what = key === undefined ? part : `"${key}"`
    return `${what} ${issue.type === 'custom' ? issue.message : 'must be text'}`
  })
  throw new Error(`The mapping is not valid: ${faults.join('; ')}`)
}

const mappingMessage = 'The mapping must be a JSON object with columns, defaults and separator'
const pairs = v.optional(v.record(v.string(), v.unknown(), mappingMessage))
const MappingFile = v.looseObject({ columns: pairs, defaults: pairs }, mappingMessage)

function parsePairs(texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Error(`"${pair}" must be written as field=value`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

const code = ['<code>', 'the product code'] as const

function printStock(product: AdminProduct): void {
  const { name, brand, pricePaise, mrpPaise, sizes, stock, isPublished } = product
  const state = isPublished ? '' : ', a draft that is not shown'
  print(`${product.code}  ${brand} ${name}${state}`)
  print(`Price ${formatRupees(pricePaise)}, MRP ${formatRupees(mrpPaise)}`)
  const warehouses = Object.keys(stock)
  const heads = warehouses.length > 1 ? [['', '', ...warehouses]] : []
  const countsOf = (size: string) =>
    warehouses.length > 0 ? warehouses.map((id) => `${stock[id]?.[size] ?? 0}`) : ['0']
  printTable([...heads, ...sizes.map((size) => ['', size, ...countsOf(size)])])
}

const showStock = new Command('show')
  .description('show the stock of each size, excluding items in placed orders')
  .argument(...code)
  .option(...jsonOption)
  .action((text: string, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      const product = await readAdminProduct(db, text)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

function parseCount(text: string, before: StockCount[] = []): StockCount[] {
  const [, size, count] = /^(.+)=(\d{1,6})$/.exec(text) ?? []
  if (!size) throw new InvalidArgumentError('Must be written as M=12.')
  if (before.some((entry) => entry.size === size)) {
    throw new InvalidArgumentError(`Size ${size} is given twice.`)
  }
  return [...before, { size, quantity: Number(count) }]
}

type SetStockOptions = JsonOption & YesOption & { warehouse?: string }

/** The warehouse that was named, or the only one. */
async function warehouseIn(db: Database, named: string | undefined): Promise<string> {
  const ids = await readWarehouseIds(db)
  const [only, ...others] = ids
  if (named !== undefined ? ids.includes(named) : only !== undefined && others.length === 0)
    return named ?? only ?? ''
  throw new StoreError(
    'invalid',
    only === undefined
      ? 'The store has no warehouse yet; "warehouse add" adds one'
      : `Name the warehouse with --warehouse: ${ids.join(', ')}`,
  )
}

const setStockCommand = new Command('set')
  .description('set the stock of each size, excluding items in placed orders; a new size is added')
  .argument(...code)
  .argument('<size=count...>', 'such as M=12 L=3', parseCount)
  .option('--warehouse <id>', 'the id from "warehouse list"; may be omitted if there is only one')
  .option(...jsonOption)
  .option(...yesOption)
  .action((text: string, counts: StockCount[], options: SetStockOptions) =>
    withStore(async ({ db }) => {
      const { json } = options
      const warehouseId = await warehouseIn(db, options.warehouse)
      const { name, sizes } = await readAdminProduct(db, text)
      const added = counts.map(({ size }) => size).filter((size) => !sizes.includes(size))
      if (added.length > 0) {
        const question = `${name} is not sold in ${added.join(', ')}. Add ${added.length === 1 ? 'this size' : 'these sizes'}?`
        await confirm(question, { ...options, consequence: 'Shoppers see it at once.' })
      }
      await setStock(db, { code: text, warehouseId, counts })
      const product = await readAdminProduct(db, text)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

export const stockCommand = new Command('stock')
  .description('stock of products')
  .addCommand(showStock)
  .addCommand(setStockCommand)

type PriceOptions = JsonOption & YesOption & { mrp?: number }

/** A price below half or above double is more often a slip than a sale. */
const isUnusual = (before: number, after: number) => after * 2 < before || after > before * 2

const setPriceCommand = new Command('set')
  .description('set the price of a product; placed orders keep their price')
  .argument(...code)
  .argument('<price>', 'in rupees, inclusive of all taxes', parseRupees)
  .option('--mrp <price>', 'the new maximum retail price, if it changes', parseRupees)
  .option(...jsonOption)
  .option(...yesOption)
  .action((text: string, pricePaise: number, options: PriceOptions) =>
    withStore(async ({ db }) => {
      const { json, mrp: mrpPaise } = options
      const { name, pricePaise: before, ...product } = await readAdminProduct(db, text)
      const isAllowed = pricePaise > 0 && pricePaise <= (mrpPaise ?? product.mrpPaise)
      if (isAllowed && isUnusual(before, pricePaise)) {
        const question = `Change the price of ${name} from ${formatRupees(before)} to ${formatRupees(pricePaise)}?`
        await confirm(question, { ...options, consequence: 'Carts show it at once.' })
      }
      await setPrice(db, { code: text, pricePaise, mrpPaise })
      const changed = await readAdminProduct(db, text)
      if (json) printJson(changed)
      else printStock(changed)
    }),
  )

export const priceCommand = new Command('price')
  .description('prices of products')
  .addCommand(setPriceCommand)
