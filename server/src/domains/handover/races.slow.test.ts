import { onPostgres } from "#test/support/databases/test-databases.ts"
import { races } from "#test/support/selling/races.ts"

for (const [title, race] of Object.entries(races)) onPostgres(`${title} (postgres)`, (t) => race(t, "postgres"))
