import { productPath } from '#contract/paths.ts'
import type { Product } from '#contract/product.ts'
import { tellBriefly, tellFailure } from '#platform/tell.ts'
import { IconButton } from '#ui/IconButton.tsx'

/** Hands the product to another app; where there is no such thing, its link is copied. */
export function ShareButton({ product }: { product: Product }) {
  return <IconButton icon="share" label="Share" onClick={() => void share(product)} />
}

async function share({ _id, name, brand }: Product): Promise<void> {
  const url = new URL(productPath(_id), location.origin).href
  try {
    if (navigator.share) return await navigator.share({ title: `${brand.name} ${name}`, url })
    await navigator.clipboard.writeText(url)
    await tellBriefly('Link copied')
  } catch (error) {
    // To think better of it is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await tellFailure('The link could not be shared. Copy it from the address bar.')()
  }
}
