import type { Database } from '#server/database/client/connect.ts'
import { type GroupKind, readGroupNames } from '#server/features/catalogue/groups/groups.ts'
import type { ImportedProduct } from './importRow.ts'

/** A name of a file that means a group which has another name in the store. */
export type OtherSpelling = { line: number; kind: GroupKind; written: string; known: string }

type CheckedRow = { line: number; product: ImportedProduct }
type NamedGroup = { kind: GroupKind; id: string; name: string }

/**
 * Reports once each name of a file whose group has another one, in the store or earlier in the file: names that differ
 * in capitals or signs only are the same group, and it keeps the name that it has.
 */
export function createSpellingCheck(report: (spelling: OtherSpelling) => void) {
  const names: Record<GroupKind, Map<string, string>> = {
    brand: new Map(),
    category: new Map(),
    subcategory: new Map(),
  }
  const reported = new Set<string>()

  async function readNames(db: Database, groups: NamedGroup[]): Promise<void> {
    for (const kind of Object.keys(names) as GroupKind[]) {
      const ids = groups.filter((group) => group.kind === kind).map(({ id }) => id)
      const missing = [...new Set(ids)].filter((id) => !names[kind].has(id))
      for (const { id, name } of await readGroupNames(db, kind, missing)) names[kind].set(id, name)
    }
  }

  /** The products with the names that their groups have. */
  return async function withStoreNames(
    db: Database,
    rows: CheckedRow[],
  ): Promise<ImportedProduct[]> {
    await readNames(
      db,
      rows.flatMap(({ product }) => groupsOf(product)),
    )
    return rows.map(({ line, product }) => {
      const groups = groupsOf(product).map((group) => {
        const { kind, id, name: written } = group
        const name = names[kind].get(id) ?? written
        names[kind].set(id, name)
        const key = JSON.stringify([kind, id, written])
        if (name !== written && !reported.has(key)) {
          reported.add(key)
          report({ line, kind, written, known: name })
        }
        return [kind, name]
      })
      return { ...product, ...Object.fromEntries(groups) }
    })
  }
}

function groupsOf(product: ImportedProduct): NamedGroup[] {
  const { brandId, brand, categoryId, category, subcategoryIds, subcategory } = product
  const [subcategoryId] = subcategoryIds
  return [
    { kind: 'brand', id: brandId, name: brand },
    { kind: 'category', id: categoryId, name: category },
    ...(subcategoryId && subcategory
      ? [{ kind: 'subcategory' as const, id: subcategoryId, name: subcategory }]
      : []),
  ]
}
