import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * What only the device knows; on the server and in the first draw of the browser it is `drawn`.
 * Where that is what the device says too, nothing is drawn again. `read` gives the same twice.
 */
export function useOfDevice<Value>(read: () => Value, drawn: Value): Value {
  return useSyncExternalStore(never, read, () => drawn)
}

/** False on the server and in the first draw of the browser, true after that. */
export const useOnDevice = (): boolean => useOfDevice(() => true, false)
