import { useEffect, useRef, useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { BuyButton } from '#features/product/BuyBar.tsx'
import { afterPaint, whenIdle } from '#platform/rendering/idle.ts'
import { toastWaiting } from '#platform/outbox/waiting.ts'
import { toastSuccess, toastFailure } from '#platform/toasts.ts'

const couldNotAdd = toastFailure('Product could not be added to cart!')

/** A second tap so soon after a piece went in is the end of a double tap: no second wish. */
const doubleTapMs = 600
const isJustNow = (at: number) => Date.now() - at < doubleTapMs

/** What a tap does comes while the browser rests, or with the tap: no first sight needs it. */
const load = () => import('#features/cart/cart.ts')
/** Once it is there a tap waits for nothing. */
let loaded: Awaited<ReturnType<typeof load>> | undefined

async function prepare(): Promise<void> {
  loaded ??= await load().catch(() => undefined)
  await loaded?.prepareAddToBag().catch(() => undefined)
}

type Props = {
  product: Product
  size: string | undefined
  /** A tap before a size is chosen. */
  onNoSize: () => void
}

/** By itself: what changes with the bag is this button, not the whole product. */
export function AddToBag({ product, size, onNoSize }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const isUnderWay = useRef(false)
  const added = useRef({ size: '', at: 0 })
  useEffect(() => whenIdle(() => void prepare()), [])

  async function onBuy() {
    if (!size) return onNoSize()
    if (isUnderWay.current) return
    if (added.current.size === size && isJustNow(added.current.at)) return
    isUnderWay.current = true
    // The bag's new number comes first. What is done by then was never seen to be busy.
    afterPaint(() => setIsAdding(isUnderWay.current))
    await add(size).then(
      (submission) =>
        afterPaint(
          () => void (submission === 'sent' ? toastSuccess('Added to bag') : toastWaiting()),
        ),
      couldNotAdd,
    )
    isUnderWay.current = false
    setIsAdding(false)
  }

  async function add(chosen: string) {
    const { addToBag } = loaded ?? (await load())
    const submission = await addToBag(product, chosen)
    added.current = { size: chosen, at: Date.now() }
    return submission
  }
  return <BuyButton isBusy={isAdding} onBuy={() => void onBuy()} />
}
