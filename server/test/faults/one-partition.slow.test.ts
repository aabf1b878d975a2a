import assert from "node:assert/strict"
import { openContent } from "#domains/docs/index.ts"
import { createLink, linkFollower } from "#domains/links/index.ts"
import { noteStatements, type Statement } from "#test/support/databases/note-statements.ts"
import { fillSplit, listWidelyRead, splitByWorkspace } from "#test/support/databases/split-by-workspace.ts"
import { onPostgres } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { openTill } from "#test/support/selling/till.ts"
import { shorten } from "#test/support/workspace/links.ts"

onPostgres("each statement of the most frequent operations reads one partition of a table", async (t) => {
  const till = await openTill(t, "postgres")
  await shorten(till, { slug: "spring" })
  const follow = linkFollower(till.cx)
  const content = await openContent(till.app, await makeDoc(till))
  const typist = new Typist(content, await signIn(till, "member"))
  const paths = {
    redirect: () => follow({ hostname: null, slug: "spring", query: "", click: { device: "desktop", referrer: "" } }),
    "offer look-up": () => till.getOffer(),
    checkout: () => till.checkout({ buyerEmail: "bo@example.com" }),
    "new link": () => till.act("member", createLink, { destination: "https://example.com/" }),
    "doc update": () => typist.write("line"),
  }
  const sent: Record<string, Statement[]> = {}
  for (const [name, run] of Object.entries(paths)) sent[name] = await noteStatements(t, run)
  await content.close()

  const wide = await till.app.database.migration(async (db) => {
    await splitByWorkspace(db, 8)
    await fillSplit(db)
    const found: Record<string, string[]> = {}
    for (const [name, statements] of Object.entries(sent)) {
      assert.ok(statements.length > 0, name)
      const lines = new Set<string>()
      for (const statement of statements.filter(isExplainable)) {
        const tables = await listWidelyRead(db, statement)
        const verb = /\w+/.exec(statement.sql)?.[0]
        if (tables.length > 0) lines.add(`${verb}: ${tables.join(", ")}`)
      }
      found[name] = [...lines].sort()
    }
    return found
  })
  assert.deepEqual(wide, { redirect: [], "offer look-up": [], checkout: [], "new link": [], "doc update": [] })
})

/** An inserted row is in one partition. Running its statement again would violate its keys. */
const isExplainable = ({ sql }: Statement) => !/^insert into/i.test(sql)
