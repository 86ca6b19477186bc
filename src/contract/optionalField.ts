import * as v from 'valibot'

/**
 * A body field that may be missing. Forms send one that was not filled in as null or as empty text;
 * both count as missing, so services only ever see a value or undefined.
 */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.pipe(
      v.union([v.null(), v.literal(''), schema]),
      v.transform((value) =>
        value === null || value === '' ? undefined : (value as v.InferOutput<Schema>),
      ),
    ),
  )
