import type { Read } from '#contract/reads.ts'
import { rules } from '#contract/rules.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { type CardCorner, ProductItems } from './ProductItems.tsx'
import { useListPage } from './useListPage.ts'

type Props = { read: Read<'products'>; isFirst: boolean; corner: CardCorner | undefined }

/** The cards of one page of a list, or their places. */
export function ListPage({ read, isFirst, corner }: Props) {
  const { page, error } = useListPage(read, !isFirst)
  if (page) return <ProductItems products={page.data} isFirst={isFirst} corner={corner} />
  return error ? null : <CardSkeletons count={isFirst ? rules.list.pageSize : 6} />
}
