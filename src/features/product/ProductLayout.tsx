import type { ReactNode } from 'react'

import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './ProductLayout.module.css'

type Props = { gallery: ReactNode; children: ReactNode }

/** The photos, and all that is said beside them. */
export function ProductLayout({ gallery, children }: Props) {
  return (
    <div className={styles.layout}>
      {gallery}
      <div className={styles.words}>{children}</div>
    </div>
  )
}

/** The place of a product that is on its way. */
export function ProductSkeleton() {
  return (
    <ProductLayout gallery={<Skeleton shape="picture" />}>
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </ProductLayout>
  )
}
