import type { Database } from '#server/database/client/connect.ts'
import { readWarehouseIds } from '#server/commerce/delivery/delivery.ts'
import { inTransaction } from '#server/database/client/transaction.ts'

import { changeOf, type ProductChange } from './importChanges.ts'
import type { ImportMapping } from './importFields.ts'
import { type GroupAliases, readAliases } from '#server/features/catalogue/groups/groups.ts'
import { codeOf, type ImportedProduct, productOfRow } from './importRow.ts'
import { createSpellingCheck, type OtherSpelling } from './spellings.ts'
import { ImportRejectedError } from './importValues.ts'
import { readStoredProducts, type StoredProduct } from './storedProducts.ts'
import {
  addMissingPhotos,
  type ImportedChange,
  writeBrands,
  writeProducts,
} from './writeProducts.ts'

/** A row of the file, or the reason why it could not be parsed. */
export type FileRow = { line: number } & ({ record: Record<string, string> } | { problem: string })

export type RefusedRow = { line: number; reason: string }

/** The result of an import, or of its preview. Drafts lack a legal declaration and are not published. */
type ImportReport = {
  read: number
  added: number
  updated: number
  /** Of the updated ones, those that were shown and are drafts now. */
  withdrawn: number
  /** Already stored in this form, so nothing is written. */
  unchanged: number
  drafts: number
  refused: number
}

type ImportOptions = {
  rows: AsyncIterable<FileRow>
  mapping: ImportMapping
  /** Rejects the whole file if one row is invalid. */
  isStrict: boolean
  /** Reports what would change, and writes nothing. */
  isPreview?: boolean
  /** Whether a row may replace another product that has its code. */
  isForced?: boolean
  /** Whether names without a capital letter get one. */
  hasCapitals?: boolean
  /** Called once for each name that the store has in another spelling. */
  onOtherSpelling?: (spelling: OtherSpelling) => void
  /**
   * The URL path of a file in the photos column, which it saves unless this is a preview. Without it the column is
   * ignored. Throws ImportRejectedError for a file that is no photo.
   */
  photoPath?: ((file: string) => Promise<string>) | undefined
  onRefused: (refused: RefusedRow) => void
  onRead: (line: number) => void
  onChange?: (change: ProductChange) => void
}

const batchSize = 500

/** Thrown if a strict import contains an invalid row. */
export class FileRejectedError extends Error {}

/**
 * Imports the products of a file row by row. A product whose code exists is updated. A strict
 * import is one transaction.
 */
export async function importCatalogue(db: Database, options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    withdrawn: 0,
    unchanged: 0,
    drafts: 0,
    refused: 0,
  }
  if (options.isStrict) {
    await db.transaction(async (tx) => {
      await importRows(tx, options, report)
      const { refused } = report
      if (refused > 0)
        throw new FileRejectedError(
          `${refused} ${refused === 1 ? 'row was' : 'rows were'} rejected`,
        )
    })
  } else {
    await importRows(db, options, report)
  }
  return report
}

/** A row that could be read, with its code. */
type CodedRow = { line: number; record: Record<string, string>; code: string }

async function importRows(
  db: Database,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const lineOfCode = new Map<string, number>()
  const refused: RefusedRow[] = []
  const refuse = (line: number, reason: string) => refused.push({ line, reason })
  /** Reports the rejected rows of a batch in the order of the file. */
  const reportRefused = () => {
    const sorted = refused.splice(0).sort((a, b) => a.line - b.line)
    report.refused += sorted.length
    for (const row of sorted) options.onRefused(row)
  }
  const importer = createImporter(db, {
    options,
    warehouses: await readWarehouseIds(db),
    aliases: await readAliases(db),
    report,
    refuse,
  })
  let batch: CodedRow[] = []
  for await (const row of options.rows) {
    report.read++
    options.onRead(row.line)
    const coded = orRefused(row.line, refuse, () => codedRow(row, options.mapping, lineOfCode))
    if (coded) batch.push(coded)
    if (batch.length < batchSize) continue
    await importer(batch)
    reportRefused()
    batch = []
  }
  if (batch.length > 0) await importer(batch)
  reportRefused()
}

type Refuse = (line: number, reason: string) => unknown

/** The result; undefined if the row is rejected. */
function orRefused<Result>(line: number, refuse: Refuse, parse: () => Result): Result | undefined {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ImportRejectedError)) throw error
    refuse(line, error.message)
    return undefined
  }
}

function codedRow(row: FileRow, mapping: ImportMapping, lineOfCode: Map<string, number>): CodedRow {
  if ('problem' in row) throw new ImportRejectedError(row.problem)
  const { line, record } = row
  const code = codeOf(record, mapping)
  if (code === '') throw new ImportRejectedError('code is empty')
  const earlierLine = lineOfCode.get(code)
  if (earlierLine)
    throw new ImportRejectedError(`code "${code}" is already used in line ${earlierLine}`)
  lineOfCode.set(code, line)
  return { line, record, code }
}

type Importer = {
  options: ImportOptions
  /** The ids of all warehouses: the file says what each has. */
  warehouses: string[]
  aliases: GroupAliases
  report: ImportReport
  refuse: Refuse
}

function createImporter(db: Database, { options, warehouses, aliases, report, refuse }: Importer) {
  const { mapping, isForced = false, isPreview = false, photoPath, hasCapitals = false } = options
  const withStoreNames = createSpellingCheck(options.onOtherSpelling ?? (() => undefined))
  const parse = ({ record }: CodedRow, stored: StoredProduct | undefined) =>
    productOfRow(record, { mapping, stored, isForced, hasCapitals, warehouses, aliases })

  /** Checks the rows and imports their photos, which takes time, before any product is locked. */
  async function prepare(batch: CodedRow[]): Promise<{ row: CodedRow; photos?: string[] }[]> {
    const stored = await readStoredProducts(
      db,
      batch.map(({ code }) => code),
      { isLocked: false },
    )
    const prepared: { row: CodedRow; photos?: string[] }[] = []
    for (const row of batch) {
      try {
        const product = parse(row, stored.get(row.code))
        prepared.push({ row, ...(await photosOf(product)) })
      } catch (error) {
        if (!(error instanceof ImportRejectedError)) throw error
        refuse(row.line, error.message)
      }
    }
    return prepared
  }

  /** The paths of the photos that a row names; nothing if it leaves the photos as they are. */
  async function photosOf({ photoNames }: ImportedProduct): Promise<{ photos?: string[] }> {
    if (photoNames?.length === 0) return { photos: [] }
    if (!photoNames || !photoPath) return {}
    const photos: string[] = []
    for (const name of photoNames) photos.push(await photoPath(name))
    return { photos }
  }

  return async function importBatch(batch: CodedRow[]): Promise<void> {
    const prepared = await prepare(batch)
    if (isPreview) return count(await changesIn(db, prepared))
    const written = await inTransaction(db, async (tx) => {
      const changes = await changesIn(tx, prepared)
      const products = changes.map(({ product }) => product)
      if (products.length > 0) await writeBrands(tx, products)
      const changed = changes.filter(({ change }) => change.kind !== 'unchanged')
      if (changed.length > 0) await writeProducts(tx, changed)
      await addMissingPhotos(tx, changes)
      return changes
    })
    count(written)
  }

  type Change = ImportedChange & { change: ProductChange }

  async function changesIn(
    tx: Database,
    prepared: { row: CodedRow; photos?: string[] }[],
  ): Promise<Change[]> {
    const codes = prepared.map(({ row }) => row.code)
    const storedProducts = await readStoredProducts(tx, codes, { isLocked: !isPreview })
    const parsed = prepared.flatMap(({ row, photos }) => {
      const stored = storedProducts.get(row.code)
      // It may have been changed since it was checked.
      const product = orRefused(row.line, refuse, () => parse(row, stored))
      return product ? { line: row.line, product: photos ? { ...product, photos } : product } : []
    })
    const products = await withStoreNames(tx, parsed)
    return products.map((product) => {
      const stored = storedProducts.get(product.code)
      return { product, stored, change: changeOf(product, stored) }
    })
  }

  function count(changes: Change[]): void {
    for (const { change } of changes) {
      const { kind, isDraft } = change
      if (kind === 'added') report.added++
      else if (kind === 'unchanged') report.unchanged++
      else report.updated++
      if (kind === 'withdrawn') report.withdrawn++
      if (isDraft) report.drafts++
      options.onChange?.(change)
    }
  }
}
