import assert from "node:assert/strict"
import { createServer } from "node:http"
import { type TestContext, test } from "node:test"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { engines } from "#test/support/browser/engines.ts"
import type { Ending } from "#test/support/databases/test-databases.ts"
import { listen } from "#test/support/http/listen.ts"

/** A site with a fault on each page. Its addresses that end in `.js` answer 404. */
async function faultySite(t: TestContext): Promise<string> {
  const pages: Record<string, string> = {
    "/busy": `<html data-busy="a query that never ends"><h1>Busy</h1>`,
    "/dead": `<button>Save</button>`,
    "/covered": `<button>Save</button><div id="cover" style="position: fixed; inset: 0"></div>`,
    "/disabled": `<button disabled>Save</button>`,
    "/errors": `<script>
      console.error("said in the console")
      setTimeout(() => { throw new Error("thrown later") })
      Promise.reject(new Error("not caught"))
    </script><script src="/absent.js"></script><h1>Errors</h1>`,
  }
  const server = createServer((request, reply) => {
    const page = pages[request.url ?? ""]
    const html = `<!doctype html><link rel="icon" href="data:,">${page ?? ""}`
    reply.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(html)
  })
  return `http://localhost:${await listen(t, server)}`
}

const soon = { timeout: 2_000 }
const save = (page: AnyPage) => page.getByRole("button", { name: "Save" })

/** What a driver says of each fault. */
async function findFaults(page: AnyPage): Promise<void> {
  await assert.rejects(page.goto("/busy"), /busy with a query that never ends/)

  await page.goto("/dead")
  await save(page).click()
  await assert.rejects(page.getByText("Saved").waitFor(soon), /getByText\('Saved'\)/)
  await page.goto("/covered")
  await assert.rejects(save(page).click(soon), /getByRole\('button', \{ name: 'Save' \}\).*id="cover"/s)
  await page.goto("/disabled")
  await assert.rejects(save(page).click(soon), /getByRole\('button', \{ name: 'Save' \}\).*(disabled|not enabled)/s)
  await page.goto("/errors")
  await page.getByRole("heading", { name: "Errors" }).waitFor()
}

// The wait for a page that is never ready takes a minute, in which the others can run.
test("each engine's driver finds a page that is never ready, a click that does nothing, and errors", {
  concurrency: true,
}, async (t) => {
  const site = await faultySite(t)
  for (const { name, skip, openAt } of engines) {
    void t.test(name, { skip }, async () => {
      const ends: (() => unknown)[] = []
      const ending = { after: (end: () => unknown) => void ends.push(end) } as Ending
      const open = await openAt(ending, site)
      const { page } = await open()
      const failure = await findFaults(page).catch((error: unknown) => error)
      const ended = await Promise.allSettled(ends.map((end) => end()))
      const said = ended.map((end) => (end.status === "rejected" ? String(end.reason) : "")).join("\n")
      assert.ifError(failure)
      for (const fault of ["said in the console", "thrown later", "not caught", `404 GET ${site}/absent.js`]) {
        assert.ok(said.includes(fault), `${fault} is not in ${said}`)
      }
    })
  }
})
