import { onPostgres } from "#test/support/databases/test-databases.ts"
import { reserveTogether } from "./reservations.ts"

onPostgres("a thousand concurrent reservations exceed no limit, and none is partial (postgres)", (t) =>
  reserveTogether(t, "postgres"),
)
