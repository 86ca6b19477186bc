import type { Database } from '#server/database/client/connect.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import {
  type FileRow,
  importCatalogue,
  type RefusedRow,
} from '#server/features/catalogue/import/importCatalogue.ts'
import type { OtherSpelling } from '#server/features/catalogue/import/spellings.ts'
import type { ProductChange } from '#server/features/catalogue/import/importChanges.ts'
import { warehouseIn } from '#tests/support/shopper/givens.ts'

/** What the law requires to be declared, as defaults of an import. */
export const declared = {
  origin: 'India',
  maker: 'Asha Textiles',
  makerAddress: '14 Mill Road, Surat',
  netQuantity: '1 piece',
  careContact: 'care@asha.example',
}

/** A row of a file. */
export const kurta = {
  code: 'AT-1',
  name: 'Indigo kurta',
  brand: 'Asha',
  category: 'Kurtas',
  gender: 'Women',
  mrp: '1,599',
  price: '799.50',
  sizes: 'S|M|L',
  stock: 'S:2|M:0|L:7',
}

type ImportRowsOptions = {
  isStrict?: boolean
  isPreview?: boolean
  isForced?: boolean
  photoPath?: (name: string) => Promise<string>
  hasCapitals?: boolean
  onOtherSpelling?: (spelling: OtherSpelling) => void
  defaults?: Record<string, string>
}

/** Imports rows as a file with these columns. */
export async function importRows(
  db: Database,
  records: Record<string, string>[],
  { isStrict = false, defaults = declared, ...more }: ImportRowsOptions = {},
) {
  const refused: RefusedRow[] = []
  const changes: ProductChange[] = []
  async function* rows(): AsyncIterable<FileRow> {
    for (const [index, record] of records.entries()) yield { line: index + 2, record }
  }
  await db.insert(warehouses).values(warehouseIn('indore')).onConflictDoNothing()
  const report = await importCatalogue(db, {
    ...more,
    rows: rows(),
    mapping: { columns: {}, defaults, separator: '|' },
    isStrict,
    onRefused: (row) => refused.push(row),
    onRead: () => undefined,
    onChange: (change) => changes.push(change),
  })
  return { report, refused, changes }
}
