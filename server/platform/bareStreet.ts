import { sql, type SQLWrapper } from 'drizzle-orm'

/** The same door, however its commas, spaces and capitals are written; 1/12 is not 11/2. */
export const bareStreet = (street: SQLWrapper) =>
  sql`btrim(lower(regexp_replace(${street}, '[[:space:][:punct:]]+', ' ', 'g')))`
