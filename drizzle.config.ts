import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema/*.ts',
  out: './server/database/migrations',
  casing: 'snake_case',
})
