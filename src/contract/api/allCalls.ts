import { calls } from './calls.ts'
import { schemas } from './schemas.ts'
import { staffCalls } from './staffCalls.ts'
import { staffSchemas } from './staffSchemas.ts'

/** The calls of customers and staff, as the server handles them. */
export const allCalls = { ...calls, ...staffCalls }
export type AnyCallName = keyof typeof allCalls

export const allSchemas = { ...schemas, ...staffSchemas }
export type AllSchemas = typeof allSchemas
