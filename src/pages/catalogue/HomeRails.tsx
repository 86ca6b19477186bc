import { useAtomValue } from 'jotai'

import { productsRead } from '#contract/api/reads.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { paths, type Params } from '#contract/pages/paths.ts'
import { ProductGrid, ProductItems } from '#features/catalogue/products/ProductGrid.tsx'
import { locationAtom } from '#features/location/locationAtom.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { isSavedList } from '#platform/api/reads/storedAge.ts'
import { TextLink } from '#ui/forms/Button.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { renderCardHeart } from '#features/wishlist/HeartButton.tsx'

/** The rails of home, the first ones first: a product is shown in the first that has it. */
const rails: { title: (city: string) => string; list: (city: string) => Params }[] = [
  { title: () => 'New arrivals', list: () => ({ new: 'true', sort: 'newest' }) },
  { title: (city) => `Trending in ${city}`, list: (city) => ({ trending: city }) },
  { title: () => 'Popular right now', list: () => ({ sold: 'true', sort: 'popular' }) },
  { title: () => '₹999 and under', list: () => ({ max: '999', sort: 'popular' }) },
  { title: () => 'Back in stock', list: () => ({ back: 'true' }) },
]

type HomeRailsProps = {
  gender: string
  /** Ids of products that rails above have shown. */
  shown?: ReadonlySet<string>
  /** The first rail to show. */
  from?: number
}

/**
 * Products that a visitor can buy from right away, each once: a rail and, below it, the next ones, which leave
 * out what it shows.
 */
export default function HomeRails({ gender, shown = nothing, from = 0 }: HomeRailsProps) {
  const city = useAtomValue(locationAtom)?.city ?? ''
  const rail = rails[from]
  const list: Params = { gender: gender.toLowerCase(), ...rail?.list(city) }
  const isWanted = rail !== undefined && list.trending !== ''
  const listed = useOptionalRead(isWanted ? productsRead(list) : null)?.result
  // Saved products are not those that sell best.
  const products = !listed || isSavedList(listed) ? [] : firstOf(listed.data, shown)
  if (!rail) return null
  return (
    <>
      {products.length > 0 && <ProductRail title={rail.title(city)} {...{ list, products }} />}
      <HomeRails
        gender={gender}
        shown={new Set([...shown, ...products.map(({ _id }) => _id)])}
        from={from + 1}
      />
    </>
  )
}

const nothing: ReadonlySet<string> = new Set()

const firstOf = (products: Product[], without: ReadonlySet<string>): Product[] =>
  products.filter(({ _id }) => !without.has(_id)).slice(0, maxShown)

/** The two rows that a narrow grid shows. */
const maxShown = 8

type RailProps = {
  title: string
  list: Params
  /** The id of a product that is left out. */
  without?: string
}

/** The start of a list. It is the list's own read, so that "See all" opens with it at once. */
export function Rail({ title, list, without = '' }: RailProps) {
  const listed = useOptionalRead(productsRead(list))?.result
  // Saved products are not those that sell best.
  if (!listed || isSavedList(listed)) return null
  const products = firstOf(listed.data, new Set([without]))
  return products.length > 0 && <ProductRail {...{ title, list, products }} />
}

type ProductRailProps = Omit<RailProps, 'without'> & { products: Product[] }

function ProductRail({ title, list, products }: ProductRailProps) {
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
        <ProductItems products={products} corner={renderCardHeart} />
      </ProductGrid>
    </Section>
  )
}
