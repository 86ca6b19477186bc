import { useEffect, useState } from 'react'

import { afterPaint } from './afterPaint.ts'

/** A value, once what else changes with it is on the screen: the answer to a tap waits for no trimmings. */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let isOld = false
    afterPaint(() => {
      if (!isOld) setShown(value)
    })
    return () => {
      isOld = true
    }
  }, [value])
  return shown
}
