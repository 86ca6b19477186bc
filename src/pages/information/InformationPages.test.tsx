import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInStore } from '#tests/support/pages/renderInStore.tsx'
import { RefundPage } from './InformationPages.tsx'

test('the refund page names its order and links to it [shell.1] [shell.3]', () => {
  renderInStore(<RefundPage />, { at: '/refund/PEH-KAB55N' })

  expect(screen.getByRole('heading', { name: 'Refund Details of order PEH-KAB55N' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'your order' })).toHaveAttribute(
    'href',
    '/order-tracking?id=PEH-KAB55N',
  )
})
