import { memo } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { rules } from '#contract/rules.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { type CardCorner, ProductItems } from './ProductItems.tsx'
import { useListPage } from './useListPage.ts'

type Props = { read: Read<'products'>; isFirst: boolean; corner: CardCorner | undefined }

const isSame = (before: Props, now: Props) =>
  before.read[1] === now.read[1] && before.isFirst === now.isFirst && before.corner === now.corner

/** The cards of one page of a list, or their places. They are many: drawn anew only for another page. */
export const ListPage = memo(Cards, isSame)

function Cards({ read, isFirst, corner }: Props) {
  const { page, error } = useListPage(read, !isFirst)
  if (page) return <ProductItems products={page.data} isFirst={isFirst} corner={corner} />
  return error ? null : <CardSkeletons count={isFirst ? rules.list.pageSize : 6} />
}
