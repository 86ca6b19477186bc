import { useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import type { Order, OrderLine } from '#contract/order.ts'
import { ExchangeSheet } from '#features/orders/returns/ExchangeSheet.tsx'
import type { ReturnKind } from '#features/orders/returns/ReturnButtons.tsx'
import { ReturnSheet } from '#features/orders/returns/ReturnSheet.tsx'
import { useReturnOrExchange } from '#features/orders/useOrderActions.ts'
import { SizeChartDialog, useSizeChart } from '#features/product/sizes/SizeChartDialog.tsx'
import { toastSuccess } from '#platform/toasts.ts'
import { TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'

type Props = {
  order: Order
  line: OrderLine
  /** The sheet to open first; each leads to the other. */
  first: ReturnKind
  /** Called after the request, because the shown order is outdated. */
  onSent: () => void
  onClose: () => void
}

/** The return or exchange of one line, until it is requested or cancelled. */
export function ReturnOrExchange({ order, line, first, onSent, onClose }: Props) {
  const [way, setWay] = useState(first)
  const { isSending, sendReturn, sendExchange } = useReturnOrExchange(order, line)

  async function finish(sent: ReturnType<typeof sendReturn>) {
    const answer = await sent
    onSent()
    if (!answer) return
    onClose()
    await toastSuccess(answer.msg ?? 'Your request is sent')
  }

  return way === 'return' ? (
    <ReturnSheet
      line={line}
      isSending={isSending}
      onSend={(wanted) => void finish(sendReturn(wanted))}
      onExchange={() => setWay('exchange')}
      onClose={onClose}
    />
  ) : (
    <ExchangeSheet
      line={line}
      isSending={isSending}
      chartOf={(product) => <SizeChartLink product={product} />}
      onSend={(size) => void finish(sendExchange(size))}
      onBack={() => setWay('return')}
      onClose={onClose}
    />
  )
}

/** Opens the size chart of a product that has one. */
function SizeChartLink({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)
  const images = useSizeChart(product)
  if (images.length === 0) return null
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="size" size="s" />
        Size chart
      </TextButton>
      {isOpen && <SizeChartDialog images={images} onClose={() => setIsOpen(false)} />}
    </>
  )
}
