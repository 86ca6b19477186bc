import type { ComponentProps } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { paths } from '#contract/pages/paths.ts'
import {
  BrandLogos,
  CategoryTiles,
  UspBar,
  OfferCards,
  SubcategoryRail,
} from '#features/catalogue/home/HomeSections.tsx'
import { Slideshow } from '#features/catalogue/home/Slideshow.tsx'
import {
  type SectionItems,
  defaultSlide,
  useHome,
  useRevealInOrder,
} from '#features/catalogue/home/home.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { speedPhrase, speedTitle, useDeliverySpeed } from '#features/location/DeliveryBanner.tsx'
import { useRecentlyViewed } from '#features/product/recentlyViewed.ts'
import { useStoredAt } from '#platform/api/reads/storedAge.ts'
import { useHasBeenTrue } from '#platform/rendering/delayedState.ts'
import { useIsNearViewport } from '#platform/rendering/nearViewport.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { useStoreFacts } from '#platform/api/storeFacts.ts'
import { defaultTagline } from '#contract/store/storeTerms.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { TextLink } from '#ui/forms/Button.tsx'

/** On a first visit nothing was viewed. */
const loadViewedProducts = () => import('./ViewedProducts.tsx')

const loadAgeNote = () => import('#features/offline/HomeAgeNote.tsx')

const loadRails = () => import('./HomeRails.tsx')

const defaultTitle = 'Style Delivered {delivery}'

export default function HomePage() {
  const [gender] = useGender()
  const tagline = useStoreFacts()?.tagline ?? defaultTagline
  const { reads, topSlides, bottomSlides, tiles, subcategories, offers, brands } = useHome(gender)
  const clothes = `${paths.collections}?gender=${gender.toLowerCase()}`
  const allClothes = (
    <TextLink to={clothes}>
      See all <Icon name="chevron" size="xs" />
    </TextLink>
  )
  const parts = [tiles, subcategories, offers, brands]
  const isRevealedInOrder = useRevealInOrder(parts)
  const above = (index: number) => (isRevealedInOrder ? parts.slice(0, index) : [])

  return (
    <>
      <h1>
        <VisuallyHidden>{tagline}</VisuallyHidden>
      </h1>
      <Age reads={reads} />
      <Slideshow
        key={gender}
        label="Top Slider"
        slides={topSlides?.length === 0 ? [defaultSlide(defaultTitle, clothes)] : topSlides}
        renderText={renderSlideText}
        isFirst
      />
      <Advantages />
      <HomeSection items={tiles} above={above(0)} title="Shop by category" aside={allClothes}>
        {(items) => <CategoryTiles tiles={items} />}
      </HomeSection>
      <HomeSection items={subcategories} above={above(1)} title="Today’s picks">
        {(items) => <SubcategoryRail subcategories={items} />}
      </HomeSection>
      <HomeSection items={offers} above={above(2)} title="Offers for you">
        {(items) => <OfferCards offers={items} />}
      </HomeSection>
      <HomeSection items={brands} above={above(3)} title="Premium brands">
        {(items) => <BrandLogos brands={items} />}
      </HomeSection>
      <RecentlyViewed />
      <Slideshow
        key={`${gender} below`}
        label="Bottom Slider"
        slides={bottomSlides}
        renderText={renderSlideText}
      />
      <Rails gender={gender} />
    </>
  )
}

/** A component of its own, like those below, so that device state renders nothing else. */
function Advantages() {
  const speed = useDeliverySpeed()
  const fact =
    speed === undefined
      ? { title: 'Unserviceable', text: 'at your address' }
      : { title: speedTitle(speed), text: 'to your door' }
  return <UspBar delivery={fact} />
}

const renderSlideText = (text: string) => <SlideText text={text} />

/**
 * A text of a slide. `{delivery}` in it is when an order placed now arrives; where nothing is delivered, the
 * words from the last comma up to it are left out.
 */
function SlideText({ text }: { text: string }) {
  const speed = useDeliverySpeed()
  const shown =
    speed === undefined
      ? text.replace(/(,[^,]*)? ?\{delivery\}/, '')
      : text.replace('{delivery}', speedPhrase(speed))
  return <span>{shown}</span>
}

type HomeSectionProps<List extends SectionItems> = Omit<
  ComponentProps<typeof Section>,
  'children'
> & {
  items: List
  /** Sections above that may still be left out, which would move this one. */
  above: SectionItems[]
  children: (items: List | undefined) => Elements
}

/** Its space is reserved while it loads; an empty section is not rendered. */
function HomeSection<List extends SectionItems>({
  items,
  above,
  children,
  ...section
}: HomeSectionProps<List>) {
  const shown = areLoaded(above) ? items : undefined
  if (shown?.length === 0) return null
  return (
    <Section key={shown ? 'loaded' : countLeftOut(above)} {...section}>
      {children(shown)}
    </Section>
  )
}

const areLoaded = (above: SectionItems[]) => !above.includes(undefined)

/** The key while it loads: when a section above is left out, this one is replaced, not moved. */
const countLeftOut = (above: SectionItems[]) => above.filter((items) => items?.length === 0).length

/** At the end, because its height is unknown until the shopper comes near. */
function Rails({ gender }: { gender: string }) {
  const [ref, isNear] = useIsNearViewport<HTMLDivElement>()
  const { module } = useDeferredImport(loadRails, isNear)
  return (
    <div ref={ref} data-rails>
      {module && (
        <SilentErrorBoundary attempt={gender}>
          <module.default gender={gender} />
        </SilentErrorBoundary>
      )}
    </div>
  )
}

function Age({ reads }: { reads: Read[] }) {
  const isStored = useStoredAt(reads) !== undefined
  const { module } = useDeferredImport(loadAgeNote, useHasBeenTrue(isStored))
  return module && <module.default reads={reads} />
}

function RecentlyViewed() {
  const viewed = useRecentlyViewed()
  const { module } = useDeferredImport(loadViewedProducts, viewed.length > 0)
  return module && viewed.length > 0 ? (
    <SilentErrorBoundary attempt="viewed">
      <module.default products={viewed} />
    </SilentErrorBoundary>
  ) : null
}
