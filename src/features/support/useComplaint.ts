import { useState } from 'react'

import { phonePattern } from '#contract/phone.ts'
import { ApiError } from '#platform/apiError.ts'
import { complain } from './supportApi.ts'

type ComplaintDraft = {
  name: string
  contactNumber: string
  orderId: string
  text: string
}
type ComplaintProblems = Partial<Record<keyof ComplaintDraft | 'whole', string>>

/** A complaint being written, beginning with what is known of the user; once it is sent, its ticket. */
export function useComplaint(start: Pick<ComplaintDraft, 'name' | 'contactNumber'>) {
  const [written, setWritten] = useState<Partial<ComplaintDraft>>({})
  const draft = { ...start, orderId: '', text: '', ...written }
  const [problems, setProblems] = useState<ComplaintProblems>({})
  const [ticket, setTicket] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function submit(): Promise<void> {
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setIsSending(true)
    const { orderId, ...rest } = draft
    await complain(orderId.trim() ? { ...rest, orderId } : rest).then(
      setTicket,
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const whole = error.msg ?? 'Your complaint could not be sent. Please try again.'
        setProblems({ ...error.reply?.fields, whole })
      },
    )
    setIsSending(false)
  }

  const change = (part: Partial<ComplaintDraft>) => setWritten((now) => ({ ...now, ...part }))
  return { draft, problems, ticket, isSending, change, submit }
}

function problemsOf({ name, contactNumber, text }: ComplaintDraft): ComplaintProblems {
  return {
    ...(name.trim() ? {} : { name: 'Please enter your name' }),
    ...(phonePattern.test(contactNumber)
      ? {}
      : { contactNumber: 'Please enter a valid mobile number' }),
    ...(text.trim() ? {} : { text: 'Please say what went wrong' }),
  }
}
