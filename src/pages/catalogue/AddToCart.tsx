import { useEffect, useRef, useState } from 'react'

import { paths } from '#contract/pages/paths.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { BuyButton, GoToCart } from '#features/product/ProductLayout.tsx'
import { afterPaint, whenIdle } from '#platform/rendering/idle.ts'
import { toastPendingChange } from '#platform/outbox/pendingChanges.ts'
import { toastRefusalOr, toastSuccess } from '#platform/toasts.ts'

const viewBag = { to: paths.cart, text: 'View bag' }
const couldNotAdd = toastRefusalOr('Product could not be added to cart!')

/** A tap this soon after an item was added is the end of a double tap. */
const doubleTapMs = 600
const isJustNow = (at: number) => Date.now() - at < doubleTapMs

/** Imported while the browser is idle, or with the tap. */
const load = () => import('#features/cart/cart.ts')
/** Set once the module is imported: a tap then need not wait. */
let loaded: Awaited<ReturnType<typeof load>> | undefined

async function prepare(): Promise<void> {
  loaded ??= await load().catch(() => undefined)
  await loaded?.prepareAddToCart().catch(() => undefined)
}

type Props = {
  product: Product
  size: string | undefined
  /** The second size, for Try & Buy. */
  trialSize: string | undefined
  /** Called for a tap before a size is chosen. */
  onNoSize: () => void
}

/** A component of its own, so that a change of the bag does not render the whole product. */
export function AddToCart({ product, size, trialSize, onNoSize }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  /** The sizes that were added; after another choice they can be added again. */
  const [addedSizes, setAddedSizes] = useState<string>()
  const sizes = `${size} ${trialSize}`
  const isInFlight = useRef(false)
  const added = useRef({ size: '', at: 0 })
  useEffect(() => whenIdle(() => void prepare()), [])

  async function onBuy() {
    if (!size) return onNoSize()
    if (isInFlight.current) return
    if (added.current.size === size && isJustNow(added.current.at)) return
    isInFlight.current = true
    // The bag's count is painted first; a button that finishes by then never looks busy.
    afterPaint(() => setIsAdding(isInFlight.current))
    await add(size).then((submission) => {
      // Later, because a double tap would open the bag.
      setTimeout(() => setAddedSizes(sizes), doubleTapMs)
      afterPaint(
        () =>
          void (submission === 'sent'
            ? toastSuccess('Added to bag', viewBag)
            : toastPendingChange()),
      )
    }, couldNotAdd)
    isInFlight.current = false
    setIsAdding(false)
  }

  async function add(chosen: string) {
    const { addItemToCart } = loaded ?? (await load())
    const submission = await addItemToCart(product, chosen, trialSize)
    added.current = { size: chosen, at: Date.now() }
    return submission
  }
  if (size && addedSizes === sizes) return <GoToCart />
  return <BuyButton isBusy={isAdding} onBuy={() => void onBuy()} />
}
