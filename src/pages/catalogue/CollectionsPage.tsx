import { ListView } from '#features/catalogue/listing/ListView.tsx'
import { useProductList } from '#features/catalogue/listing/productList.ts'
import { StoredPricesNote } from '#features/offline/StoredPricesNote.tsx'
import { cardHeart } from './cardHeart.tsx'

export default function CollectionsPage() {
  const list = useProductList()

  return (
    <ListView
      list={list}
      title={list.title}
      countText={list.countText}
      corner={cardHeart}
      note={<StoredPricesNote read={list.reads[0]} />}
      emptyTitle="No items match these filters"
    />
  )
}
