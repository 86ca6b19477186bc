import { useAtomValue } from 'jotai'

import { productsRead } from '#contract/api/reads.ts'
import { paths, type Params } from '#contract/paths.ts'
import { ProductGrid, ProductItems } from '#features/catalogue/products/ProductGrid.tsx'
import { locationAtom } from '#features/location/locationAtom.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { isSavedList } from '#platform/api/storedAge.ts'
import { TextLink } from '#ui/forms/Button.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { renderCardHeart } from '#features/wishlist/HeartButton.tsx'

const railsFor = (city: string | undefined): { title: string; list: Params }[] => [
  { title: 'New arrivals', list: { new: 'true', sort: 'newest' } },
  ...(city ? [{ title: `Trending in ${city}`, list: { trending: city } }] : []),
  { title: 'Popular right now', list: { sort: 'popular' } },
  { title: '₹999 and under', list: { max: '999', sort: 'popular' } },
  { title: 'Back in stock', list: { back: 'true' } },
]

/** Products that a visitor can buy from right away. */
export default function HomeRails({ gender }: { gender: string }) {
  const city = useAtomValue(locationAtom)?.city
  return railsFor(city).map(({ title, list }) => (
    <Rail key={title} title={title} list={{ gender: gender.toLowerCase(), ...list }} />
  ))
}

/** The two rows that a narrow grid shows. */
const maxShown = 8

type RailProps = {
  title: string
  list: Params
  /** The id of a product that is left out. */
  without?: string
}

/** The start of a list. It is the list's own read, so that "See all" opens with it at once. */
export function Rail({ title, list, without }: RailProps) {
  const listed = useOptionalRead(productsRead(list))?.result
  // Saved products are not those that sell best.
  if (!listed || isSavedList(listed)) return null
  const products = listed.data.filter(({ _id }) => _id !== without)
  if (products.length === 0) return null
  return (
    <Section
      title={title}
      aside={
        <TextLink
          to={`${paths.collections}?${new URLSearchParams(list)}`}
          aria-label={`See all: ${title}`}
        >
          See all <Icon name="chevron" size="xs" />
        </TextLink>
      }
    >
      <ProductGrid isShort>
        <ProductItems products={products.slice(0, maxShown)} corner={renderCardHeart} />
      </ProductGrid>
    </Section>
  )
}
