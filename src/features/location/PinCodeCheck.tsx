import { useSetAtom } from 'jotai'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import { arrivalText, promiseDelivery } from '#contract/delivery/deliveryPromise.ts'
import type { Delivery, Place } from '#contract/delivery/location.ts'
import { isPinCode, typedPinCode } from '#contract/values/codes.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { Button } from '#ui/forms/Button.tsx'
import { TextInput } from '#ui/forms/Fields.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { checkedPointAtom, locationAtom, useDelivery } from './locationAtom.ts'
import styles from './PinCodeCheck.module.css'

/** Imported with the first check, because a first view needs no HTTP client. */
const loadApi = () => import('./places/locationApi.ts')

/**
 * The result for a PIN code: its place, with the delivery (null if there is none), or why it could
 * not be checked.
 */
type Result = { pinCode: string } & (
  { place: Place; delivery: Delivery | null; closedText?: string | undefined } | { problem: string }
)

/**
 * A form that says when an order arrives at a PIN code. With a known address it is not needed; once used
 * it stays.
 */
export function PinCodeCheck() {
  const { addressText } = useDelivery()
  const [isUsed, setIsUsed] = useState(false)
  const setLocation = useSetAtom(locationAtom)
  const setCheckedPoint = useSetAtom(checkedPointAtom)
  const now = useNow()
  const terms = useStoreTerms()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [pinCode, setPinCode] = useState('')
  const [checking, setChecking] = useState<string>()
  const [result, setResult] = useState<Result>()
  /** The location that this form has set. */
  const ownLocation = useRef<string>(undefined)
  const isChecking = checking === pinCode
  // Not for a PIN code that was changed meanwhile.
  const shown = result?.pinCode === pinCode && !isChecking ? result : undefined
  const message = shown && now ? messageOf(shown, now, terms) : undefined
  // Typed before this form, which is below the first view, was hydrated.
  useLayoutEffect(() => {
    if (input.current?.value) setPinCode(typedPinCode(input.current.value, ''))
  }, [])

  async function check(event: FormEvent) {
    event.preventDefault()
    setIsUsed(true)
    if (!isPinCode(pinCode)) {
      setResult({ pinCode, problem: 'Enter a 6-digit PIN code' })
      return input.current?.focus()
    }
    setChecking(pinCode)
    const checked = await resultFor(pinCode)
    setChecking((before) => (before === pinCode ? undefined : before))
    // Another PIN code was typed meanwhile.
    if (input.current?.value !== pinCode) return
    setResult(checked)
    if ('place' in checked) setCheckedPoint(checked.place)
    // An address that was chosen elsewhere stays. Without one, the whole store uses this place.
    if ('place' in checked && checked.delivery) setOwnLocation(checked.place, checked.delivery)
  }

  function setOwnLocation(place: Place, delivery: Delivery) {
    const { formattedAddress: text, city } = place
    const point = { latitude: String(place.latitude), longitude: String(place.longitude) }
    void setLocation((chosen) => {
      if (chosen && chosen.text !== ownLocation.current) return chosen
      ownLocation.current = text
      return { text, city, ...point, delivery }
    })
  }

  if (addressText !== undefined && !isUsed) return null
  return (
    <form
      className={styles.form}
      aria-label="Check delivery"
      data-used={isUsed || undefined}
      noValidate
      onSubmit={(event) => void check(event)}
    >
      <TextInput
        ref={input}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="go"
        placeholder="PIN code"
        aria-label="PIN code"
        isInvalid={message?.tone === 'bad'}
        aria-describedby={id}
        value={pinCode}
        onChange={({ target }) => setPinCode(typedPinCode(target.value, pinCode))}
      />
      <Button
        type="submit"
        variant="outline"
        size="s"
        isBusy={isChecking}
        busyText={<VisuallyHidden>Checking...</VisuallyHidden>}
      >
        Check
      </Button>
      <p className={styles.message} id={id} role="status" data-tone={message?.tone}>
        {isChecking
          ? 'Checking...'
          : (message?.text ?? 'Check the delivery time for your PIN code.')}
      </p>
    </form>
  )
}

async function resultFor(pinCode: string): Promise<Result> {
  try {
    const { readPinCodeDelivery } = await loadApi()
    const checked = await readPinCodeDelivery(pinCode)
    if (!checked) return { pinCode, problem: 'We couldn’t find this PIN code. Please check it.' }
    return { pinCode, ...checked }
  } catch (error) {
    return { pinCode, problem: failureText(error) }
  }
}

type Message = { tone: 'good' | 'none' | 'bad'; text: string }

function messageOf(result: Result, now: Date, terms: StoreTerms): Message {
  if ('problem' in result) return { tone: 'bad', text: result.problem }
  const { pinCode, delivery, closedText } = result
  const promise = promiseDelivery({ delivery, at: now, terms })
  if (!promise.isAvailable)
    return { tone: 'none', text: closedText ?? `We don’t deliver to ${pinCode} yet` }
  return { tone: 'good', text: `Arrives ${arrivalText(promise.by, now, terms)}` }
}

function failureText(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'offline') return 'No connection. Please try again.'
  if (code === 'too_many') return 'Please wait a minute and try again.'
  return 'We couldn’t check this PIN code. Please try again.'
}
