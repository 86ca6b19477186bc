import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { CollectionPanel } from './panels.tsx'

const genders = ['WOMEN', 'MEN'].map((name) => ({ _id: name, name, photo: '' }))
const named = (_id: string, name: string) => ({
  _id,
  name,
  slug: _id,
  title: name,
  photo: '',
  image: '',
})
const kurtis = Array.from({ length: 9 }, (_, index) =>
  named(`kurti-${index + 1}`, `Kurti ${index + 1}`),
)
const categories = [
  { ...named('kurtis', 'Kurtis'), gender: [genders[0]], subcategories: kurtis },
  { ...named('shirts', 'Shirts'), gender: [genders[1]], subcategories: [] },
]

test('the menu lists every subcategory of one gender, more than eight too [shell.8]', async () => {
  renderInStore(<CollectionPanel />, {
    responses: { 'categories/list': { data: categories }, 'gender/list': { data: genders } },
  })
  expect(await screen.findByRole('link', { name: 'Kurtis' })).toHaveAttribute(
    'href',
    '/collections?category=kurtis',
  )
  const list = within(screen.getByRole('link', { name: 'Kurti 1' }).closest('ul')!)
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(
    kurtis.map(({ name }) => name),
  )
  expect(list.getByRole('link', { name: 'Kurti 9' })).toHaveAttribute(
    'href',
    '/collections?subcategory=kurti-9',
  )
  // A column holds eight of them.
  expect(screen.getByRole('link', { name: 'Kurti 9' }).closest('ul')).toHaveStyle({
    gridTemplateRows: 'repeat(8, auto)',
  })

  await userEvent.click(screen.getByRole('button', { name: 'Men' }))

  expect(screen.getByRole('link', { name: 'Shirts' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Kurtis' })).toBeNull()
})
