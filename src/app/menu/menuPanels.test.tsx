import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { BrandsPanel, CollectionList, CollectionPanel } from './panels.tsx'

const gender = { _id: 'women', name: 'WOMEN', photo: '' }
const kurtis = {
  ...{ _id: 'kurtis', name: 'Kurtis', slug: 'kurtis', title: 'Kurtis', photo: '/k.svg', image: '' },
  ...{ gender: [gender], subcategories: [] },
}
const saanjh = { _id: 'saanjh', name: 'Saanjh', photo: '', gender: [] }

test.each([
  { menu: 'the phone menu', Panel: CollectionList, call: 'categories/list', item: kurtis },
  { menu: 'the desktop menu', Panel: CollectionPanel, call: 'categories/list', item: kurtis },
  { menu: 'the brands', Panel: BrandsPanel, call: 'brands', item: saanjh },
])(
  '$menu shows an error if it cannot load, and its content after another try [shell.8] [shell.9] [shell.20]',
  async ({ Panel, call, item }) => {
    let isDown = true
    renderInStore(<Panel />, {
      responses: {
        'gender/list': { data: [gender] },
        [call]: () => {
          if (isDown) throw new TypeError('Failed to fetch')
          return { data: [item] }
        },
      },
    })

    expect(await screen.findByRole('alert')).toHaveTextContent('This didn’t load.')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect((await screen.findAllByText(item.name))[0]).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('the menu finds brands that it does not list [shell.9] [shell.20]', async () => {
  const vaarn = { _id: 'vaarn', name: 'Vaarn', photo: '', gender: [] }
  renderInStore(<BrandsPanel />, {
    responses: {
      brands: (path: string) => {
        if (path === 'brands') return { data: [saanjh], hasMoreBrands: true }
        return { data: path === 'brands?search=vaa' ? [vaarn] : [] }
      },
    },
  })
  const search = await screen.findByRole('searchbox', { name: 'Find a brand' })
  expect(screen.getByRole('link', { name: 'Saanjh' })).toBeVisible()

  await userEvent.type(search, 'vaa')
  expect(await screen.findByRole('link', { name: 'Vaarn' })).toHaveAttribute(
    'href',
    '/collections?brands=vaarn',
  )
  expect(screen.queryByRole('link', { name: 'Saanjh' })).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('1 brand')

  await userEvent.type(search, 'xyz')
  expect(await screen.findByText('No brands match “vaaxyz”')).toBeVisible()

  await userEvent.clear(search)
  expect(screen.getByRole('link', { name: 'Saanjh' })).toBeVisible()
})
