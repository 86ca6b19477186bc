import { useState } from 'react'

/** Whether this has been so at any time since the component was first shown. */
export function useHasBeen(value: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(value)
  if (value && !hasBeen) setHasBeen(true)
  return hasBeen
}
