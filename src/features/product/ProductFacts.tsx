import type { ProductDetails } from '#contract/product.ts'
import { Disclosure } from '#ui/Disclosure.tsx'
import { moneyText } from '#ui/Money.tsx'
import { FactList } from './FactList.tsx'
import { ReturnTerms } from './ReturnTerms.tsx'

/** All there is to read about a product. What a saved copy does not know is left out. */
export function ProductFacts({ product }: { product: ProductDetails }) {
  const { description, details, declarations } = product
  return (
    <div>
      {description && (
        <Disclosure title="Description" isOpenAtFirst>
          {description}
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
    </div>
  )
}

/** What Indian law asks a store to say. */
function declaredFacts({ mrp, productId, declarations }: ProductDetails) {
  const { maker, makerAddress, countryOfOrigin, netQuantity, careContact, madeIn } = declarations
  return [
    { name: 'MRP', value: `${moneyText(mrp)} (inclusive of all taxes)` },
    { name: 'Made or imported by', value: `${maker}, ${makerAddress}` },
    { name: 'Country of origin', value: countryOfOrigin },
    { name: 'Net quantity', value: netQuantity },
    ...(madeIn ? [{ name: 'Month of making', value: madeIn }] : []),
    { name: 'Customer care', value: careContact },
    { name: 'Product code', value: productId },
  ]
}
