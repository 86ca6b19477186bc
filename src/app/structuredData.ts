import { hasStock } from '#contract/hasStock.ts'
import { brandPath, paths, productPath, searchPath } from '#contract/paths.ts'
import type { ProductDetails } from '#contract/product.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import type { Crumb } from '#ui/Breadcrumbs.tsx'

/** What search engines read of a page, in the words of schema.org. Addresses are whole there. */

const context = { '@context': 'https://schema.org' }

export function organizationData(store: StoreFacts, origin: string): object {
  const { name, tagline, contacts, socialLinks } = store
  return {
    ...context,
    '@type': 'Organization',
    name,
    slogan: tagline,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    email: contacts.email,
    telephone: contacts.phone,
    address: contacts.address,
    sameAs: Object.values(socialLinks).filter(Boolean),
  }
}

export function websiteData(name: string, origin: string): object {
  return {
    ...context,
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}${searchPath('')}{search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

export function breadcrumbData(crumbs: Crumb[], origin: string): object {
  const way: Crumb[] = [{ text: 'Home', to: paths.home }, ...crumbs]
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ text, to }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: text,
      ...(to && place < way.length - 1 && { item: origin + to }),
    })),
  }
}

export function productData(product: ProductDetails, origin: string): object {
  const { _id, productId, name, brand, category, photos, colour, description } = product
  return {
    ...context,
    '@type': 'Product',
    name,
    description,
    sku: productId,
    image: photos.map((photo) => new URL(photo, origin).href),
    brand: { '@type': 'Brand', name: brand.name, url: origin + brandPath(brand._id) },
    category: category.name,
    ...(colour && { color: colour }),
    offers: {
      '@type': 'Offer',
      url: origin + productPath(_id),
      price: product.discountedPrice.toFixed(2),
      priceCurrency: 'INR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${hasStock(product) ? 'InStock' : 'OutOfStock'}`,
    },
  }
}
