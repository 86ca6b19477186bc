import { ListView } from '#features/catalogue/listing/ListView.tsx'
import { useProductList } from '#features/catalogue/listing/productList.ts'
import { ReadAgeNote } from '#features/offline/ReadAgeNote.tsx'
import { NoResultsIdeas, SearchHead } from '#features/search/SearchHead.tsx'
import { useSearchTerm } from '#features/search/SearchBox.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { Ideas } from './Ideas.tsx'
import { renderCardHeart } from '#features/wishlist/HeartButton.tsx'

export default function SearchPage() {
  const words = useSearchTerm()

  if (!words) {
    return (
      <>
        <h1>
          <VisuallyHidden>Search</VisuallyHidden>
        </h1>
        <SearchHead isBlank />
        <Ideas />
      </>
    )
  }
  return <SearchResults words={words} />
}

function SearchResults({ words }: { words: string }) {
  const list = useProductList()
  const { countText, leftOut } = list

  return (
    <>
      <SearchHead isBlank={false} leftOut={leftOut} />
      <ListView
        list={list}
        title={`${countText ?? 'Items'} for “${words}”`}
        corner={renderCardHeart}
        note={<ReadAgeNote read={list.reads[0]} />}
        searchText={words}
      />
      {list.total === 0 && list.active.length === 0 && <NoResultsIdeas />}
    </>
  )
}
