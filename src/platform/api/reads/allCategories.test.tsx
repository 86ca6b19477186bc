import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { categoriesRead } from '#contract/api/reads.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { useAllCategories } from './allCategories.ts'
import { useOptionalRead } from './reads.ts'

const named = (name: string) => ({
  data: [{ _id: name, name, slug: name, title: name, photo: '', gender: [], subcategories: [] }],
})

function Names() {
  useAllCategories()
  const categories = useOptionalRead(categoriesRead)?.result.data ?? []
  return categories.map(({ name }) => <p key={name}>{name}</p>)
}

test('all categories are read again where the read failed and they are shown [shell.8]', async () => {
  let turn = 0
  const responses = {
    'categories/list': () => {
      turn += 1
      // The second read is that of all categories.
      if (turn === 2) throw new TypeError('Failed to fetch')
      return named(turn === 1 ? 'Kurtas' : 'Sarees')
    },
  }

  renderInStore(<Names />, { responses })

  expect(await screen.findByText('Sarees')).toBeVisible()
})
