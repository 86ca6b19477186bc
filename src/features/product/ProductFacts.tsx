import { memo } from 'react'

import type { ProductDetails } from '#contract/catalogue/product.ts'
import { HydrateOnDemand } from '#platform/rendering/HydrateOnDemand.tsx'
import { useStoreTerms, useTryAndBuyCities } from '#platform/api/storeFacts.ts'
import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import { moneyText } from '#ui/text/Price.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import styles from './ProductFacts.module.css'

/** The details of a product. What a saved copy lacks is left out. */
export const ProductFacts = memo(function ProductFacts({ product }: { product: ProductDetails }) {
  return (
    <div>
      <HydrateOnDemand>
        <Facts product={product} />
      </HydrateOnDemand>
    </div>
  )
})

function Facts({ product }: { product: ProductDetails }) {
  const { description, details, declarations } = product
  return (
    <>
      {description && (
        <Disclosure title="Description" isInitiallyOpen>
          <RichText html={description} />
        </Disclosure>
      )}
      {details.length > 0 && (
        <Disclosure title="Fabric and care">
          <FactList facts={details} />
        </Disclosure>
      )}
      <Disclosure title="Returns and exchanges">
        <ReturnTerms />
      </Disclosure>
      {declarations.maker && (
        <Disclosure title="Product information">
          <FactList facts={declaredFacts(product)} />
        </Disclosure>
      )}
    </>
  )
}

/** Details that decide whether a garment suits; the others are in `ProductFacts`. */
const highlightNames = ['Fabric', 'Fit']

/** Fabric and fit, for pages wide enough to show them beside the photos. */
export function ProductHighlights({ details }: Pick<ProductDetails, 'details'>) {
  const facts = details.filter(({ name }) => highlightNames.includes(name))
  return facts.length > 0 && <FactList facts={facts} isCompact />
}

/** The legal declarations. */
function declaredFacts({ mrp, productId, declarations }: ProductDetails) {
  const { maker, makerAddress, countryOfOrigin, netQuantity, careContact, madeIn } = declarations
  return [
    { name: 'MRP', value: `${moneyText(mrp)} (inclusive of all taxes)` },
    { name: 'Manufactured or imported by', value: `${maker}, ${makerAddress}` },
    { name: 'Country of origin', value: countryOfOrigin },
    { name: 'Net quantity', value: netQuantity },
    ...(madeIn ? [{ name: 'Month of manufacture', value: madeIn }] : []),
    { name: 'Customer care', value: careContact },
    { name: 'Product code', value: productId },
  ]
}

type Props = {
  facts: { name: string; value: string }[]
  /** Small, and only on wide pages. */
  isCompact?: boolean
}

/** A list of names and values. */
function FactList({ facts, isCompact }: Props) {
  return (
    <dl className={isCompact ? styles.highlights : styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ReturnTerms() {
  const { returnHours } = useStoreTerms()
  const cities = useTryAndBuyCities()
  const lines = [
    `Standard orders can be returned or exchanged within ${returnHours} hours of delivery.`,
    ...(cities
      ? [
          `Try & Buy is available in ${cities} only: choose two sizes, try both at your door and return one. Items you keep can’t be returned or exchanged.`,
        ]
      : []),
    'Items must be unworn and unwashed, with the product tag in place. A return or exchange is declined if the tag is missing.',
    'Delivery charges aren’t refunded when you return an item.',
    'An order can be cancelled until it’s shipped.',
  ]
  return (
    <ul className={styles.terms}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
