import { atom, useAtomValue } from 'jotai'
import { useLocation } from 'react-router-dom'

import { categoriesRead, productRead, productsRead, storeRead } from '#contract/api/reads.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { searchTermOf } from '#contract/catalogue/listQuery.ts'
import type { ProductListResponse } from '#contract/catalogue/listing.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import {
  categoryPath,
  type Page,
  pageAt,
  type Params,
  paths,
  policyNames,
  subcategoryPath,
} from '#contract/pages/paths.ts'
import { itemCountAtom } from '#features/cart/cartAtom.ts'
import { itemsText, listTitleOf, totalText } from '#features/catalogue/listing/listTitle.ts'
import { wishlistAtom } from '#features/wishlist/wishlistAtom.ts'
import { useIsNotFound, useOptionalRead } from '#platform/api/reads/reads.ts'
import { documentStoreName } from '#platform/documentStoreName.ts'
import { defaultTagline } from '#contract/store/storeTerms.ts'
import type { Crumb } from '#ui/layout/Breadcrumbs.tsx'

export type Heading = {
  page: Page | undefined
  title: string
  subtitle?: string | undefined
  crumbs: Crumb[]
}

export const titles: Partial<Record<Page, string>> = {
  home: defaultTagline,
  search: 'Search',
  cart: 'Bag',
  checkout: 'Checkout',
  wishlist: 'Wishlist',
  account: 'My Account',
  profile: 'My Profile',
  addresses: 'Addresses',
  tracking: 'Track Order',
  orders: 'My Orders',
  order: 'Order details',
  support: 'Customer Support',
  faq: 'Frequently asked questions',
  refund: 'Refund',
  policy: 'Policy',
  terms: 'Terms and conditions',
  privacy: 'Privacy policy',
  refundPolicy: 'Refund policy',
  about: 'About us',
  contact: 'Contact us',
}

const myAccount = { text: 'My Account', to: paths.account }
const myOrders = { text: 'My Orders', to: paths.orders }

const cartCrumb = { text: 'Bag', to: paths.cart }
/** Pages below My Account in the breadcrumbs. */
const accountPages = new Set<Page>(['profile', 'addresses', 'orders', 'tracking'])

const wishlistCountAtom = atom((get) => get(wishlistAtom).ids.length)
const zeroAtom = atom(0)
/** Subscribed only where it is shown: a change of the bag does not render other pages' headers. */
const countAtoms: Partial<Record<Page, typeof itemCountAtom | typeof zeroAtom>> = {
  cart: itemCountAtom,
  checkout: itemCountAtom,
  wishlist: wishlistCountAtom,
}

const notFound = 'Page not found'
export const unknownPolicy = 'Policy not found'

/** The header's title. Lists and products share the page's own reads, so nothing is sent twice. */
export function useHeading(): Heading {
  const { pathname, search } = useLocation()
  const { page, params } = pageAt(new URL(`http://store${pathname}${search}`)) ?? {}
  const ownCount = useAtomValue((page && countAtoms[page]) ?? zeroAtom)
  const needsCategories = page === 'collections' || page === 'product'
  const categories = useOptionalRead(needsCategories ? categoriesRead : null)
  const words = searchTermOf(params ?? {})
  const isList = page === 'collections' || (page === 'search' && words !== '')
  const list = useOptionalRead(isList ? productsRead(params ?? {}) : null)
  const id = page === 'product' ? params?.id : undefined
  const product = useOptionalRead(id ? productRead(id) : null)
  const isMissing = useIsNotFound(id ? productRead(id) : null)

  const all = categories?.result.data ?? []
  if (isMissing) return { page: undefined, title: notFound, crumbs: [{ text: notFound }] }
  if (page === 'product') return productHeading(product?.result, all)
  const title = (page && titles[page]) ?? notFound
  const crumbs: Crumb[] = [{ text: title }]
  const count = list && totalText(list.result)
  if (page && accountPages.has(page)) return { page, title, crumbs: [myAccount, ...crumbs] }
  if (page === 'order') return { page, title, crumbs: [myAccount, myOrders, ...crumbs] }
  if (page === 'checkout') crumbs.unshift(cartCrumb)
  if (page === 'policy') return policyHeading(params?.policyType ?? '')
  if (page === 'collections') return listHeading(params ?? {}, all, list?.result)
  if (page === 'search') return { page, title: words || title, subtitle: count, crumbs }
  if (ownCount > 0) return { page, title, subtitle: itemsText(ownCount), crumbs }
  return { page, title, crumbs }
}

function policyHeading(policyType: string): Heading {
  const title = policyNames.get(policyType) ?? unknownPolicy
  return { page: 'policy', title, crumbs: [{ text: title }] }
}

/** A list is titled after its category or subcategory, which is also its last breadcrumb. */
export function listHeading(
  params: Params,
  categories: Category[],
  list: ProductListResponse['result'] | undefined,
): Heading {
  const subcategory = categories
    .flatMap(({ subcategories }) => subcategories)
    .find(({ _id }) => _id === params.subcategory)
  const category = categories.find(({ _id, subcategories }) =>
    subcategory ? subcategories.includes(subcategory) : _id === params.category,
  )
  const crumbs = crumbsOf(category, subcategory)
  const title = listTitleOf(params, categories, list?.data)
  return {
    page: 'collections',
    title,
    subtitle: list && totalText(list),
    crumbs: crumbs.length > 0 ? crumbs : [{ text: title }],
  }
}

export function productHeading(
  product: ProductDetails | undefined,
  categories: Category[],
): Heading {
  if (!product) return { page: 'product', title: '', crumbs: [] }
  const category = categories.find(({ _id }) => _id === product.category._id)
  return {
    page: 'product',
    title: product.brand.name,
    subtitle: product.name,
    crumbs: [...crumbsOf(category, product.subcategory[0]), { text: product.name }],
  }
}

function crumbsOf(category?: Category, subcategory?: { _id: string; name: string }): Crumb[] {
  const genders = category?.gender ?? []
  const [gender] = genders.length === 1 ? genders : []
  return [
    gender && {
      text: gender.name === 'MEN' ? 'Men' : 'Women',
      to: `/?gender=${gender.name.toLowerCase()}`,
    },
    category && { text: category.name, to: categoryPath(category._id) },
    subcategory && { text: subcategory.name, to: subcategoryPath(subcategory._id) },
  ].filter((crumb) => crumb !== undefined)
}

/** The store's name as the server has it, for titles and the logo. Until it is read, as the document has it. */
export const useStoreName = (): string =>
  useOptionalRead(storeRead)?.result.name ?? documentStoreName()
