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
      const known = error instanceof ApiError ? error.response?.fields : undefined
      setFields(known ?? {})
      if (!known) setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, fields, submit: (event: FormEvent) => void submit(event) }
}

/**
 * For forms that say what is missing at its field, from the first try to send them on: each try moves
 * the focus to the first such field.
 */
export function useTries(form: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [count, form])
  return {
    hasTried: count > 0,
    addTry: () => setCount((before) => before + 1),
    reset: () => setCount(0),
  }
}
