import { brandOfPage, brandPageRead } from '#contract/api/reads.ts'
import { BrandHead } from '#features/catalogue/listing/BrandHead.tsx'
import { ListView } from '#features/catalogue/listing/ListView.tsx'
import { useProductList } from '#features/catalogue/listing/productList.ts'
import { ReadAgeNote } from '#features/offline/ReadAgeNote.tsx'
import { useOptionalReadState } from '#platform/api/reads/reads.ts'
import { renderCardHeart } from '#features/wishlist/HeartButton.tsx'

export default function CollectionsPage() {
  const list = useProductList()
  const id = brandOfPage(list.params)
  const brand = useOptionalReadState(id ? brandPageRead(id) : null)
  const page = brand.data?.result
  // An empty list shows its message instead of a heading.
  const hasHead = list.total !== 0 && (page !== undefined || brand.isLoading)

  return (
    <>
      {hasHead && <BrandHead brand={page} gender={list.params.gender} />}
      <ListView
        list={list}
        title={hasHead && page ? undefined : list.title}
        countText={list.countText}
        corner={renderCardHeart}
        note={<ReadAgeNote read={list.reads[0]} />}
      />
    </>
  )
}
