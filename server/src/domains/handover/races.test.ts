import { test } from "node:test"
import { races } from "#test/support/selling/races.ts"

for (const [title, race] of Object.entries(races)) test(`${title} (sqlite)`, (t) => race(t, "sqlite"))
