import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import * as p from './paths.ts'

const at = (path: string) => p.pageAt(new URL(path, 'https://shop.example'))

describe('the page of a URL', () => {
  test('is found for every path [shell.1]', () => {
    for (const [page, path] of Object.entries(p.paths)) {
      expect(at(p.fillPath(path, { id: '7', orderId: '7', policyType: 'x' }))?.page).toBe(page)
    }
  })

  test('has its parameters and query', () => {
    expect(at('/products/7?size=M')).toEqual({ page: 'product', params: { id: '7', size: 'M' } })
    expect(at('/refund/42')).toEqual({ page: 'refund', params: { orderId: '42' } })
  })

  test('may end in a slash, and parameters never come from the query', () => {
    expect(at('/cart/')?.page).toBe('cart')
    expect(at('/products/7?id=8')?.params).toEqual({ id: '7' })
  })

  test.each(['/no-such', '/products', '/products/7/8', '/cart/7', '/myaccount/x', '/Cart'])(
    'does not exist at %s [shell.2]',
    (path) => {
      expect(p.pageAt(new URL(`https://shop.example${path}`))).toBeUndefined()
    },
  )
})

describe('a link', () => {
  test('to the men’s home has the gender [shell.13]', () => {
    expect(at(p.menHomePath)).toEqual({ page: 'home', params: { gender: 'men' } })
  })

  test('leaves out missing values', () => {
    expect(p.fillPath(p.paths.refund)).toBe('/refund/')
  })

  test('encodes its id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id !== '.' && id !== '..')
        const found = at(p.productPath(id))
        expect(found?.page).toBe('product')
        expect(found?.params.id).toBe(id)
        expect(at(p.categoryPath(id))?.params).toEqual({ category: id })
        expect(at(p.subcategoryPath(id))?.params).toEqual({ subcategory: id })
        expect(at(p.brandPath(id))?.params).toEqual({ brands: id })
        expect(at(p.searchPath(id))?.params).toEqual({ q: id })
        expect(at(p.trackingPath(id))).toEqual({ page: 'tracking', params: { id } })
        expect(at(p.orderPath(id))).toEqual({ page: 'order', params: { id } })
      }),
    )
  })
})

test('an invalid encoding in a path stays as it is', () => {
  expect(at('/policies/100%')?.params).toEqual({ policyType: '100%' })
})

test('these pages and no others require a login [shell.5]', () => {
  const open = (Object.keys(p.paths) as p.Page[]).filter((page) => !p.protectedPages.has(page))

  expect(open).toEqual([
    'home',
    'collections',
    'product',
    'search',
    'cart',
    'support',
    'faq',
    'policy',
    'terms',
    'privacy',
    'refundPolicy',
    'about',
    'contact',
  ])
})

test.each(p.serverRoutes)(
  'no page lies at or below %s, which the server responds to [shell.1]',
  (root) => {
    expect(at(root)).toBeUndefined()
    expect(at(`${root}/7`)).toBeUndefined()
    expect(p.isServerPath(root)).toBe(true)
    expect(p.isServerRoute(`${root}/7`)).toBe(true)
    expect(p.isServerRoute(`${root}s-7`)).toBe(false)
  },
)
