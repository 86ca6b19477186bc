import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import useSWR from 'swr'

import type { Coupon } from '#contract/cart/cart.ts'
import * as rules from '#contract/rules.ts'
import { cleanCouponCode } from '#contract/values/codes.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { Badge, Note } from '#ui/feedback/Note.tsx'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { Button, IconButton, TextButton } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Money } from '#ui/text/Price.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import {
  type CouponCart,
  type CouponOffer,
  couponOffers,
  couponsKey,
  readCoupons,
} from './coupon.ts'
import styles from './CouponDrawer.module.css'

type OfferCardProps = {
  offer: CouponOffer
  isBusy: boolean
  onApply: () => void
}

/** A coupon on offer, with a button to apply it. */
function OfferCard({ offer, isBusy, onApply }: OfferCardProps) {
  const { problem, saving, shortfall, isBest } = offer
  const { name, headline, tagline } = offer.coupon
  return (
    <li className={styles.offer} data-inapplicable={problem && ''}>
      <div className={styles.details}>
        <p className={styles.code}>
          <span className={styles.name}>{name}</span>
          {isBest && <Badge tone="sale">Best offer</Badge>}
        </p>
        {headline && <p className={styles.headline}>{headline}</p>}
        {tagline && <RichText html={tagline} />}
        {saving > 0 && (
          <p className={styles.saving}>
            You save <Money paise={saving} />
          </p>
        )}
        {problem && <p className={styles.problem}>{problem}</p>}
        {problem && shortfall > 0 && (
          <p>
            Add items worth <Money paise={shortfall} /> more to use this coupon.
          </p>
        )}
      </div>
      <Button
        size="s"
        aria-label={`Apply ${name}`}
        disabled={problem !== undefined}
        isBusy={isBusy}
        busyText="Applying..."
        onClick={onApply}
      >
        Apply
      </Button>
    </li>
  )
}

type Props = {
  cart: CouponCart
  /** Returns the reason if the coupon does not apply. */
  onApply: (code: string) => Promise<string | undefined>
  /** A guest wants to apply this coupon. */
  onLogin: (code: string) => void
  onClose: () => void
}

/** Applies a typed code or one of the offered coupons. */
export function CouponDrawer({ cart, onApply, onLogin, onClose }: Props) {
  const userId = useAtomValue(userIdAtom)
  const {
    data: offers,
    isValidating,
    error,
    mutate,
  } = useSWR<Coupon[], Error>(couponsKey(userId), () => readCoupons(userId), {
    dedupingInterval: rules.cacheTtl.listsMs,
  })
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [trying, setTrying] = useState<string>()

  async function apply(entered: string) {
    if (!entered.trim()) return setProblem('Please enter a coupon code')
    if (!userId) return onLogin(entered.trim())
    setTrying(entered)
    const refusal = await onApply(entered.trim())
    setTrying(undefined)
    if (refusal) return setProblem(refusal)
    void toastSuccess('Coupon applied successfully!')
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
          value={code}
          error={problem}
          onChange={({ target }) => {
            setCode(cleanCouponCode(target.value))
            setProblem(undefined)
          }}
        />
        <div className={styles.step}>
          <Button type="submit" isBusy={trying === code && code !== ''} busyText="Applying...">
            Apply
          </Button>
        </div>
      </form>
      {!offers && isValidating && <LoadingLine>Loading offers...</LoadingLine>}
      {!offers && !isValidating && error && (
        <Note>
          <span>We couldn’t load your offers. You can still enter a coupon code. </span>
          <TextButton onClick={() => void mutate().catch(() => undefined)}>Try again</TextButton>
        </Note>
      )}
      <ul className={styles.offers}>
        {offers &&
          couponOffers(offers, cart).map((offer) => (
            <OfferCard
              key={offer.coupon._id}
              offer={offer}
              isBusy={trying === offer.coupon.name}
              onApply={() => void apply(offer.coupon.name)}
            />
          ))}
      </ul>
    </Dialog>
  )
}

type CouponButtonProps = {
  /** Name of the applied coupon. */
  name: string | undefined
  /** Why it gives no discount. */
  problem: string | undefined
  onOpen: () => void
  /** Shows the coupons to a guest, who has to log in only to apply one. */
  onBrowse?: (() => void) | undefined
  onRemove: () => void
}

/** Opens the coupons, or shows the applied one with a button to remove it. */
export function CouponButton({ name, problem, onOpen, onBrowse, onRemove }: CouponButtonProps) {
  if (name === undefined) {
    return (
      <div>
        <button type="button" className={styles.coupon} onClick={onOpen}>
          <Icon name="tag" size="s" />
          <span className={styles.buttonText}>Apply Coupon</span>
          <Icon name="chevron" size="s" />
        </button>
        {onBrowse && <TextButton onClick={onBrowse}>View coupons</TextButton>}
      </div>
    )
  }
  return (
    <div className={styles.coupon} data-applied="">
      <Icon name="tag" size="s" />
      <span className={styles.buttonText}>
        <span>{`Coupon Applied: ${name}`}</span>
        {problem && <small className={styles.buttonProblem}>{problem}</small>}
      </span>
      <IconButton icon="close" label="Remove coupon" onClick={onRemove} />
    </div>
  )
}
