import { useDeferredValue, useState } from 'react'

import type { Params } from '#contract/paths.ts'
import { productsRead } from '#contract/api/reads.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { listCountText } from './itemsText.ts'
import { withChange, withoutFilters } from './listAddress.ts'
import { useListPage } from './useListPage.ts'
import type { ProductList } from './useProductList.ts'

type Props = {
  list: Pick<ProductList, 'params' | 'filters' | 'kinds'>
  onApply: (params: Params) => void
  onClose: () => void
}

/** The filters on a phone: tried out here, and only then put into the address. */
export function FilterSheet({ list, onApply, onClose }: Props) {
  const [draft, setDraft] = useState(list.params)
  const { page } = useListPage(productsRead(draft))
  // The sheet answers the tap; the long list of filters is drawn while it slides in.
  const isThere = useDeferredValue(true, false)
  const applyText = page ? `Show ${listCountText(page)}` : 'Show items'

  return (
    <Dialog
      title="Filters"
      shape="full"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={() => setDraft(withoutFilters)}>
            Clear all
          </Button>
          <Button isWide onClick={() => onApply(draft)}>
            {applyText}
          </Button>
        </>
      }
    >
      {isThere && list.filters && (
        <FilterPanel
          params={draft}
          filters={list.filters}
          kinds={list.kinds}
          onChange={(change) => setDraft((before) => withChange(before, change))}
        />
      )}
    </Dialog>
  )
}
