import { type ComponentProps, lazy, Suspense } from 'react'

import { paths } from '#contract/paths.ts'
import { BrandWall } from '#features/catalogue/BrandWall.tsx'
import { CategoryTiles } from '#features/catalogue/CategoryTiles.tsx'
import { FactStrip } from '#features/catalogue/FactStrip.tsx'
import { OfferCards } from '#features/catalogue/OfferCards.tsx'
import { Slideshow } from '#features/catalogue/Slideshow.tsx'
import { SubcategoryRail } from '#features/catalogue/SubcategoryRail.tsx'
import { useGender } from '#features/catalogue/useGender.ts'
import { useHome } from '#features/catalogue/useHome.ts'
import { useRecentlyViewed } from '#features/product/useRecentlyViewed.ts'
import { Icon } from '#ui/Icon.tsx'
import { Quietly } from '#ui/Quietly.tsx'
import { Section } from '#ui/Section.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { TextLink } from '#ui/TextButton.tsx'

/** Who comes for the first time has looked at nothing. */
const ViewedProducts = lazy(() => import('./ViewedProducts.tsx'))

export default function HomePage() {
  const [gender] = useGender()
  const { topSlides, bottomSlides, tiles, subcategories, offers, brands } = useHome(gender)
  const allClothes = (
    <TextLink to={`${paths.collections}?gender=${gender.toLowerCase()}`}>
      See all <Icon name="chevron" size="xs" />
    </TextLink>
  )

  return (
    <>
      <h1>
        <Spoken>Style Delivered in 60 mins</Spoken>
      </h1>
      <Slideshow key={gender} label="Top Slider" slides={topSlides} isFirst />
      <FactStrip />
      <Part items={tiles} title="Shop by category" aside={allClothes}>
        <CategoryTiles tiles={tiles} />
      </Part>
      <Part items={subcategories} title="Picked for today">
        <SubcategoryRail subcategories={subcategories} />
      </Part>
      <Part items={offers} title="Offers for you">
        <OfferCards offers={offers} />
      </Part>
      <Part items={brands} title="Premium brands">
        <BrandWall brands={brands} />
      </Part>
      <Viewed />
      <Slideshow key={`${gender} below`} label="Bottom Slider" slides={bottomSlides} />
    </>
  )
}

type PartProps = ComponentProps<typeof Section> & { items: unknown[] | undefined }

/** Has its place as long as it is on its way; with nothing to show it is not there. */
function Part({ items, ...section }: PartProps) {
  return items?.length === 0 ? null : <Section {...section} />
}

/** By itself: what only the device knows draws nothing else anew. */
function Viewed() {
  const viewed = useRecentlyViewed()
  return viewed.length > 0 ? (
    <Quietly attempt="viewed">
      <Suspense>
        <ViewedProducts products={viewed} />
      </Suspense>
    </Quietly>
  ) : null
}
