import { paths, productPath, searchPath } from '#contract/paths.ts'
import type { Product } from '#contract/catalogue/product.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import type { Crumb } from '#ui/layout/Breadcrumbs.tsx'

/** What search engines read of a page, in the words of schema.org. Addresses are whole there. */

export const context = { '@context': 'https://schema.org' }

export function organizationData(store: StoreFacts, origin: string): object {
  const { name, tagline, contacts, socialLinks, legalEntity } = store
  return {
    ...context,
    '@type': 'Organization',
    name,
    legalName: legalEntity.name,
    slogan: tagline,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    email: contacts.email,
    telephone: contacts.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: contacts.address,
      addressCountry: 'IN',
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: contacts.email,
      telephone: contacts.phone,
    },
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
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}${searchPath('')}{search_term_string}`,
      },
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

/** Only the first of a list: more would make the document heavier than what it says is worth. */
const mostListed = 6

export function itemListData(products: Product[], origin: string): object {
  return {
    ...context,
    '@type': 'ItemList',
    itemListElement: products.slice(0, mostListed).map(({ _id }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      url: origin + productPath(_id),
    })),
  }
}
