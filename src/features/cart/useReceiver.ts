import { useAtom } from 'jotai'
import { useId, useState } from 'react'

import { receiverAtom, receiverProblem, type TypedReceiver } from './receiverAtom.ts'

type FieldName = keyof TypedReceiver

const untouched = { name: false, contactNumber: false }
const touched = { name: true, contactNumber: true }

/**
 * The receiver as it is typed, starting from the customer's own details. A field reports its error
 * once it was left, not while it is being filled in; an error on show stays until it is corrected.
 */
export function useReceiver(own: TypedReceiver) {
  const [typed, setTyped] = useAtom(receiverAtom)
  const problem = typed ? receiverProblem(typed) : undefined
  const [isTouched, setIsTouched] = useState(problem ? touched : untouched)
  const value = typed ?? own
  const formId = useId()
  const idOf = (name: FieldName) => `${formId}-${name}`
  const errorOf = (name: FieldName) =>
    problem?.field === name && isTouched[name] ? problem.message : undefined

  return {
    hasProblem: problem !== undefined,
    field: (name: FieldName) => ({
      name: idOf(name),
      value: value[name],
      error: errorOf(name),
      // An error that appears as a button is pressed would move the button away from the pointer.
      onBlur: () => {
        if (document.querySelector('button:active')) return
        setIsTouched((before) => ({ ...before, [name]: true }))
      },
    }),
    change(name: FieldName, text: string) {
      if (!errorOf(name)) setIsTouched((before) => ({ ...before, [name]: false }))
      void setTyped((before) => ({ ...(before ?? own), [name]: text }))
    },
    /** Shows the error at its field and puts the cursor there. */
    askForCorrection() {
      setIsTouched(touched)
      if (!problem) return
      const [field] = document.getElementsByName(idOf(problem.field))
      const details = field?.closest('details')
      if (details) details.open = true
      field?.focus()
    },
  }
}
