import { type FormEvent, useState } from 'react'

import type { LoginResult } from '#contract/account/auth.ts'
import { indiaOffsetMs } from '#contract/values/indianTime.ts'
import * as rules from '#contract/rules.ts'
import type { UserGender } from '#contract/account/account.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { signup, type SignupDraft } from './login.ts'
import styles from './LoginStep.module.css'

type Props = {
  phone: string
  signupToken: string
  /** The draft from before a reload. */
  draft: SignupDraft
  onDraft: (draft: SignupDraft) => void
  onSignedUp: (login: LoginResult) => Promise<void>
}

const genders = [
  ['male', 'Male'],
  ['female', 'Female'],
  ['other', 'Other'],
] as const satisfies [UserGender, string][]

export function DetailsStep({ phone, signupToken, onSignedUp, ...given }: Props) {
  const [draft, setDraft] = useState(given.draft)
  const { name, dateOfBirth, gender } = draft
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  function change(part: Partial<SignupDraft>) {
    const changed = { ...draft, ...part }
    setDraft(changed)
    given.onDraft(changed)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const [firstName = '', ...others] = name.trim().split(/\s+/)
    if (!firstName || !dateOfBirth || !gender) return setProblem('Please enter all fields')
    setIsBusy(true)
    const details = { firstName, lastName: others.join(' '), dateOfBirth, gender }
    try {
      const { message, result } = await signup({ ...details, contactNumber: phone, signupToken })
      await onSignedUp(result)
      await toastSuccess(message || 'Signed up successfully!')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.msg ?? 'Signup failed!')
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)} noValidate>
      {problem && <Note tone="danger">{problem}</Note>}
      <Field
        label="Name"
        autoComplete="name"
        autoFocus
        value={name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Date of birth"
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={latestBirthDate()}
        value={dateOfBirth}
        onChange={({ target }) => change({ dateOfBirth: target.value })}
      />
      <fieldset>
        <legend className={styles.legend}>Gender</legend>
        <div className={styles.options}>
          {genders.map(([value, text]) => (
            <label key={value} className={styles.option}>
              <input
                type="radio"
                name="gender"
                value={value}
                checked={gender === value}
                onChange={() => change({ gender: value })}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" variant="primary" isWide isBusy={isBusy} busyText="Signing up...">
        Submit
      </Button>
    </form>
  )
}

/** The latest birth date that is old enough today in India, as on the server. */
function latestBirthDate(): string {
  const day = new Date(Date.now() + indiaOffsetMs)
  day.setUTCFullYear(day.getUTCFullYear() - rules.user.minAgeYears)
  return day.toISOString().slice(0, 10)
}
