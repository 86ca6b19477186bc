import { withoutCountryCode } from '#contract/auth.ts'
import { rules } from '#contract/rules.ts'
import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import styles from './ReceiverForm.module.css'
import type { useReceiver } from './receiver.ts'

type Props = { receiver: ReturnType<typeof useReceiver> }

const { digits, prefix } = rules.phone

export function ReceiverForm({ receiver }: Props) {
  return (
    <Disclosure title="Receiver's Information" isOpenAtFirst={receiver.hasProblem}>
      <div className={styles.form}>
        <Field
          label="Name"
          autoComplete="name"
          maxLength={80}
          {...receiver.field('name')}
          onChange={({ target }) => receiver.change('name', target.value)}
        />
        <Field
          label="Phone"
          prefix={prefix}
          inputMode="numeric"
          autoComplete="tel-national"
          {...receiver.field('contactNumber')}
          onChange={({ target }) => receiver.change('contactNumber', phoneDigits(target.value))}
        />
      </div>
    </Disclosure>
  )
}

/** Ten digits. A country code may be typed first and is removed once the number is complete. */
function phoneDigits(typed: string): string {
  const number = withoutCountryCode(typed.replace(/\D/g, ''))
  return number.slice(0, number.startsWith('91') ? digits + 2 : digits)
}
