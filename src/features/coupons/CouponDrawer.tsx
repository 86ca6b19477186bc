import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import useSWR from 'swr'

import type { Coupon } from '#contract/coupon.ts'
import { rules } from '#contract/rules.ts'
import { userIdAtom } from '#platform/session.ts'
import { tell } from '#platform/tell.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { LoadingLine } from '#ui/LoadingLine.tsx'
import { readCoupons } from './couponApi.ts'
import { type CouponBag, couponProblem } from './couponProblem.ts'
import styles from './CouponDrawer.module.css'
import { OfferCard } from './OfferCard.tsx'

type Props = {
  bag: CouponBag
  /** Gives the reason where the coupon does not apply. */
  onApply: (code: string) => Promise<string | undefined>
  onClose: () => void
}

const couponsKey = (userId: string | undefined) => (userId ? (['coupons', userId] as const) : null)

/** A code by hand, or one of those that are offered. */
export function CouponDrawer({ bag, onApply, onClose }: Props) {
  const userId = useAtomValue(userIdAtom)
  const { data: offers, isLoading } = useSWR<Coupon[], Error>(couponsKey(userId), readCoupons, {
    dedupingInterval: rules.freshFor.listsMs,
  })
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [trying, setTrying] = useState<string>()

  async function apply(wanted: string) {
    if (!wanted.trim()) return setProblem('Please enter a coupon code')
    setTrying(wanted)
    const refusal = await onApply(wanted.trim())
    setTrying(undefined)
    if (refusal) return setProblem(refusal)
    void tell('Coupon applied successfully!')
    onClose()
  }

  return (
    <Dialog title="Coupons for you" shape="drawer" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void apply(code)
        }}
      >
        <Field
          label="Coupon code"
          placeholder="Enter Coupon Code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={code}
          error={problem}
          onChange={({ target }) => {
            setCode(target.value.toUpperCase())
            setProblem(undefined)
          }}
        />
        <div className={styles.step}>
          <Button type="submit" isBusy={trying === code && code !== ''} busyText="Applying...">
            Apply
          </Button>
        </div>
      </form>
      {isLoading && <LoadingLine>Loading offers...</LoadingLine>}
      <ul className={styles.offers}>
        {offers?.map((offer) => (
          <OfferCard
            key={offer._id}
            offer={offer}
            problem={couponProblem(offer, bag)}
            isBusy={trying === offer.name}
            onApply={() => void apply(offer.name)}
          />
        ))}
      </ul>
    </Dialog>
  )
}
