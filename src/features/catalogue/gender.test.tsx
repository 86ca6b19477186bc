import { afterEach, describe, expect, test } from 'vitest'

import { brandPath, categoryPath, paths, productPath, searchPath } from '#contract/pages/paths.ts'
import { withChosenGender } from './gender.ts'

afterEach(() => localStorage.clear())

describe('the address of a list', () => {
  test('has the gender that was chosen, whose products come first [list.1] [search.1]', () => {
    localStorage.setItem('gender', 'MEN')

    expect(withChosenGender(paths.collections)).toBe('/collections?prefer=men')
    expect(withChosenGender(categoryPath('kurtas'))).toBe('/collections?category=kurtas&prefer=men')
    expect(withChosenGender(searchPath('blue kurta'))).toBe('/search?q=blue%20kurta&prefer=men')
  })

  test('keeps a gender of its own [list.1]', () => {
    localStorage.setItem('gender', 'MEN')

    for (const query of ['?gender=women', '?brands=asha&gender=women', '?brands=asha&prefer=women'])
      expect(withChosenGender(paths.collections + query)).toBe(paths.collections + query)
  })

  test('has none as long as none was chosen, and other addresses never have one [list.1]', () => {
    expect(withChosenGender(brandPath('asha'))).toBe(brandPath('asha'))
    localStorage.setItem('gender', 'WOMEN')

    for (const path of [paths.home, paths.search, productPath('a')])
      expect(withChosenGender(path), path).toBe(path)
  })
})
