import type { ApiError } from './apiError.ts'

/** After these what was asked for may have been done all the same, or may yet be. */
const unsure: ApiError['code'][] = [
  'offline',
  'unexpected',
  'unavailable',
  'request_timeout',
  'too_many',
  'signed_out',
  'conflict',
]

/** Whether a failure says that nothing was done. If not, the next try has to have the same key. */
export const isDefinite = ({ code }: ApiError): boolean => !unsure.includes(code)
