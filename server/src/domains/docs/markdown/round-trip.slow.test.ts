import { test } from "node:test"
import { runs } from "#test/support/basics/property-runs.ts"
import { everyDocReadsBack } from "#test/support/docs/reads-back.ts"

test("2,000 docs of the whole schema read back from Markdown as the same docs", () => everyDocReadsBack(runs(2_000)))
