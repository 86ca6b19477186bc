import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { renewSearchVersion, updateVocabulary } from '#server/commerce/search/vocabulary.ts'
import { type ImportedProduct, type ImportMapping, productOfRow, RowRejected } from './importRow.ts'
import { importPhoto, type PhotoFolders } from './importPhoto.ts'
import { writeProducts } from './writeProducts.ts'

/** A row as it stands in the file, or why it could not even be read. */
export type FileRow = { line: number } & ({ record: Record<string, string> } | { problem: string })

export type RefusedRow = { line: number; reason: string }

/** What became of a file. A draft lacks a declaration and is not on sale. */
type ImportReport = {
  read: number
  added: number
  updated: number
  /** Already stored as the file describes them: nothing is written. */
  unchanged: number
  drafts: number
  refused: number
}

type Import = {
  rows: AsyncIterable<FileRow>
  mapping: ImportMapping
  /** One bad row refuses the whole file. */
  isStrict: boolean
  /** Where photographs come from and go to; without it the file's column of photos is not read. */
  photoFolders?: PhotoFolders | undefined
  onRefused: (refused: RefusedRow) => void
  onRead: (line: number) => void
}

const batchSize = 500

/** The whole file was refused, since one of its rows was. */
export class FileRejected extends Error {}

/**
 * Brings the products of a file into the store, row by row as they come. A product whose code is
 * there already is changed, not doubled. Strict, all is one transaction.
 */
export async function importCatalogue(db: Database, given: Import): Promise<ImportReport> {
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    drafts: 0,
    refused: 0,
  }
  if (given.isStrict) {
    await db.transaction(async (tx) => {
      await importRows(tx, given, report)
      if (report.refused > 0) throw new FileRejected(`${report.refused} rows were refused`)
    })
  } else {
    await importRows(db, given, report)
  }
  if (report.added + report.updated > 0) await renewSearchVersion(db)
  return report
}

async function importRows(db: Database, given: Import, report: ImportReport): Promise<void> {
  const lineOfCode = new Map<string, number>()
  let batch: ImportedProduct[] = []
  const write = async () => {
    const codes = batch.map(({ code }) => code)
    const written = await inTransaction(db, (tx) =>
      updateVocabulary(tx, codes, () => writeProducts(tx, batch)),
    )
    report.added += written.added
    report.updated += written.updated
    report.unchanged += batch.length - written.added - written.updated
    report.drafts += written.drafts
    batch = []
  }

  for await (const row of given.rows) {
    report.read++
    given.onRead(row.line)
    try {
      batch.push(await withPhotos(checked(row, given.mapping, lineOfCode), given.photoFolders))
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error
      report.refused++
      given.onRefused({ line: row.line, reason: error.message })
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

function checked(row: FileRow, mapping: ImportMapping, lineOfCode: Map<string, number>) {
  if ('problem' in row) throw new RowRejected(row.problem)
  const product = productOfRow(row.record, mapping)
  const earlier = lineOfCode.get(product.code)
  if (earlier) throw new RowRejected(`code "${product.code}" stands in line ${earlier} already`)
  lineOfCode.set(product.code, row.line)
  return product
}
