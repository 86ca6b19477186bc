import { type FormEvent, useState } from 'react'

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
