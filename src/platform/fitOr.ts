import * as v from 'valibot'

/** What was stored, if it has the shape it should have. */
export function fitOr<Value>(
  schema: v.GenericSchema<unknown, Value>,
  stored: unknown,
  initial: Value,
): Value {
  const { success, output } = v.safeParse(schema, stored)
  return success ? output : initial
}
