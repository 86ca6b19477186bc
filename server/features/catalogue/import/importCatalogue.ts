import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { bumpCatalogueVersion } from '#server/commerce/search/catalogueIndex.ts'
import {
  type ImportedProduct,
  type ImportMapping,
  productOfRow,
  ImportRejectedError,
} from './importRow.ts'
import { importPhoto, type PhotoFolders } from './importPhoto.ts'
import { writeProducts } from './writeProducts.ts'

/** A row of the file, or the reason why it could not be parsed. */
export type FileRow = { line: number } & ({ record: Record<string, string> } | { problem: string })

export type RefusedRow = { line: number; reason: string }

/** The result of an import. Drafts lack a legal declaration and are not published. */
type ImportReport = {
  read: number
  added: number
  updated: number
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
  /** Source and target of photos; without it the photo column is ignored. */
  photoFolders?: PhotoFolders | undefined
  onRefused: (refused: RefusedRow) => void
  onRead: (line: number) => void
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
  if (report.added + report.updated > 0) await bumpCatalogueVersion(db)
  return report
}

async function importRows(
  db: Database,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const lineOfCode = new Map<string, number>()
  let batch: ImportedProduct[] = []
  const write = async () => {
    const written = await inTransaction(db, (tx) => writeProducts(tx, batch))
    report.added += written.added
    report.updated += written.updated
    report.unchanged += batch.length - written.added - written.updated
    report.drafts += written.drafts
    batch = []
  }

  for await (const row of options.rows) {
    report.read++
    options.onRead(row.line)
    try {
      batch.push(await withPhotos(parseRow(row, options.mapping, lineOfCode), options.photoFolders))
    } catch (error) {
      if (!(error instanceof ImportRejectedError)) throw error
      report.refused++
      options.onRefused({ line: row.line, reason: error.message })
    }
    if (batch.length === batchSize) await write()
  }
  if (batch.length > 0) await write()
}

async function withPhotos(product: ImportedProduct, folders: PhotoFolders | undefined) {
  const photos: string[] = []
  if (folders) for (const name of product.photos) photos.push(await importPhoto(name, folders))
  return { ...product, photos }
}

function parseRow(row: FileRow, mapping: ImportMapping, lineOfCode: Map<string, number>) {
  if ('problem' in row) throw new ImportRejectedError(row.problem)
  const product = productOfRow(row.record, mapping)
  const earlierLine = lineOfCode.get(product.code)
  if (earlierLine)
    throw new ImportRejectedError(`code "${product.code}" is already used in line ${earlierLine}`)
  lineOfCode.set(product.code, row.line)
  return product
}
