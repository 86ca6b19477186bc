import { Disclosure } from '#ui/Disclosure.tsx'
import { Field } from '#ui/Field.tsx'
import { rules } from '#contract/rules.ts'
import type { TypedReceiver } from './receiverAtom.ts'
import styles from './ReceiverForm.module.css'

type Props = {
  value: TypedReceiver
  problem: string | undefined
  onChange: (receiver: TypedReceiver) => void
}

const { digits, prefix } = rules.phone

export function ReceiverForm({ value, problem, onChange }: Props) {
  return (
    <Disclosure title="Receiver's Information" isOpenAtFirst={problem !== undefined}>
      <div className={styles.form}>
        <Field
          label="Name"
          autoComplete="name"
          maxLength={80}
          value={value.name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
        />
        <Field
          label="Phone"
          prefix={prefix}
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={digits}
          value={value.contactNumber}
          error={problem}
          onChange={({ target }) =>
            onChange({ ...value, contactNumber: target.value.replace(/\D/g, '') })
          }
        />
      </div>
    </Disclosure>
  )
}
