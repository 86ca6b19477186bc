import { type FormEvent, type RefObject, useEffect, useState } from 'react'

import { errorText } from '#desk/app/request.ts'
import { ApiError } from '#platform/api/apiError.ts'

/** The state of a form that is sent: whether it is on its way, and what the server refused, by field or in general. */
export function useForm(send: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [fields, setFields] = useState<Record<string, string>>({})
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    setFields({})
    try {
      await send()
    } catch (error) {
      const fieldProblems = error instanceof ApiError ? error.response?.fields : undefined
      setFields(fieldProblems ?? {})
      if (!fieldProblems) setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, fields, submit: (event: FormEvent) => void submit(event) }
}

/**
 * What is wrong with the fields of a form. It is said at each field that was wrong when the form was last submitted, until
 * the field is right; `show` moves the focus to the first one.
 */
export function useFieldProblems<Field extends string>(
  form: RefObject<HTMLElement | null>,
  current: Partial<Record<Field, string>>,
) {
  const [shownFields, setShownFields] = useState<string[]>([])
  useEffect(() => {
    if (shownFields.length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, shownFields])
  const shown = Object.entries(current).filter(([field]) => shownFields.includes(field))
  return {
    problems: Object.fromEntries(shown) as Partial<Record<Field, string>>,
    show: () => setShownFields(Object.keys(current)),
    clear: () => setShownFields([]),
  }
}
