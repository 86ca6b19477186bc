import type { ScopedMutator } from 'swr'

import { categoriesRead } from '#contract/api/reads.ts'

let asked: Promise<unknown> | undefined

/**
 * A first page came with the categories in brief: menus and the next page need all of them, once.
 * Where nothing on the page shows them yet none are asked for, and who shows them asks then.
 */
export function askWholeCategories(mutate: ScopedMutator): void {
  asked ??= mutate(categoriesRead).then((whole) => {
    if (!whole) asked = undefined
  })
}
