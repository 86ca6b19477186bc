import * as v from 'valibot'

import { withoutInvisible } from './characters.ts'

/** An email address, by the same rule as a browser's `<input type="email">` (HTML standard). */
/* @__NO_SIDE_EFFECTS__ */
export const emailAddress = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => withoutInvisible(typed.normalize('NFKC')).trim()),
    v.rfcEmail(),
    v.maxLength(maxLength),
  )
