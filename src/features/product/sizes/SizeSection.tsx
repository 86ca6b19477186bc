import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import type { Fit } from '#contract/catalogue/review.ts'
import { joinWithAnd } from '#contract/values/joinWithAnd.ts'
import { SizePicker } from '#ui/forms/SelectionControls.tsx'
import { TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { SizeChartDialog, useSizeChart } from './SizeChartDialog.tsx'
import styles from './SizeSection.module.css'

/** How the size fits, by reviews. */
export const sizeHintText = {
  small: 'Runs small. If you’re between sizes, choose the larger one.',
  true: 'True to size.',
  large: 'Runs large. If you’re between sizes, choose the smaller one.',
} as const satisfies Record<Fit, string>

type Props = {
  product: Product
  size: string | undefined
  /** Focused when a size is required. */
  sectionRef: RefObject<HTMLDivElement | null>
  isSizeMissing: boolean
  onChoose: (size: string) => void
  /** A slot below the sizes, such as a note on sold-out ones. */
  extra?: ReactNode
  /** The size hint as text. */
  sizeHint?: string | undefined
}

export function SizeSection({
  product,
  size,
  sectionRef,
  isSizeMissing,
  onChoose,
  extra,
  sizeHint,
}: Props) {
  const [isChartOpen, setIsChartOpen] = useState(false)
  const images = useSizeChart(product)
  const soldOut = product.size.filter((entry) => !product.stock[entry])
  const choosePrehydrated = useEffectEvent(() => {
    const checked = sectionRef.current?.querySelector<HTMLInputElement>('input:checked')
    if (checked) onChoose(checked.value)
  })
  // Applies a size that was chosen before hydration.
  useLayoutEffect(() => choosePrehydrated(), [])

  return (
    <div className={styles.section} ref={sectionRef}>
      {images.length > 0 && (
        <div className={styles.chart}>
          <TextButton aria-haspopup="dialog" onClick={() => setIsChartOpen(true)}>
            <Icon name="size" size="s" />
            Size chart
          </TextButton>
        </div>
      )}
      <SizePicker
        legend="Select Size"
        sizes={product.size}
        stock={product.stock}
        value={size}
        onChange={onChoose}
        error={isSizeMissing ? 'Select a size' : undefined}
      />
      {sizeHint && <p className={styles.hint}>{sizeHint}</p>}
      {soldOut.length > 0 && soldOut.length < product.size.length && (
        <p className={styles.hint}>{soldOutText(soldOut)}</p>
      )}
      {extra && <div className={styles.extra}>{extra}</div>}
      {isChartOpen && <SizeChartDialog images={images} onClose={() => setIsChartOpen(false)} />}
    </div>
  )
}

const soldOutText = (sizes: string[]): string =>
  `${joinWithAnd(sizes)} ${sizes.length === 1 ? 'is' : 'are'} sold out.`

/** The chosen size. `promptForSize` scrolls to the sizes and shows that one is required. */
export function useSizeSelection({ size: sizes, stock }: Product) {
  const sectionRef = useRef<HTMLDivElement>(null)
  const [only] = sizes.length === 1 && stock[sizes[0] ?? ''] ? sizes : []
  const [size, setSize] = useState<string | undefined>(only)
  const [wasPrompted, setWasPrompted] = useState(false)

  return {
    size,
    sectionRef,
    isSizeMissing: wasPrompted && !size,
    choose: setSize,
    promptForSize: () => {
      setWasPrompted(true)
      // Scrolled to the middle, where no sticky bar covers it.
      sectionRef.current?.scrollIntoView({ block: 'center' })
      const first = sectionRef.current?.querySelector<HTMLInputElement>('input:enabled')
      first?.focus({ preventScroll: true })
    },
  }
}
