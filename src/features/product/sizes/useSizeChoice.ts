import { useRef, useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'

/** The size a shopper wants. Where none was chosen it is asked for, at the sizes. */
export function useSizeChoice({ size: sizes, stock }: Product) {
  const box = useRef<HTMLDivElement>(null)
  const [only] = sizes.length === 1 && stock[sizes[0] ?? ''] ? sizes : []
  const [size, setSize] = useState<string | undefined>(only)
  const [isAsked, setIsAsked] = useState(false)

  return {
    size,
    box,
    isAsked: isAsked && !size,
    choose: setSize,
    ask: () => {
      setIsAsked(true)
      // In the middle of the screen nothing that sticks to its edges lies on it.
      box.current?.scrollIntoView({ block: 'center' })
      const first = box.current?.querySelector<HTMLInputElement>('input:enabled')
      first?.focus({ preventScroll: true })
    },
  }
}
