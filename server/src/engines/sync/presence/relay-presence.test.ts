import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { Document } from "@hocuspocus/server"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import type { SharedDoc } from "./open-doc.ts"
import { openRelay } from "./relay-presence.ts"

/** A process with an open doc. `tell` acts as another process. */
function listening(t: TestContext) {
  const bus = openMemoryBus(silentLog)
  const document = new Document("doc_1")
  const doc = { id: "doc_1", document, claims: new Map(), colorOf: () => "#c2410c" } as unknown as SharedDoc
  const relay = openRelay(bus, new Map([["doc_1", doc]]))
  t.after(() => {
    relay.end()
    document.destroy()
  })
  const { awareness } = document
  return {
    tell: (text: string) => bus.tell("presence", text),
    states: () => [...awareness.getStates()],
    /** Backdates the last message about a client. */
    age(client: number, ms: number) {
      const meta = awareness.meta.get(client)
      if (meta) meta.lastUpdated -= ms
      t.mock.timers.tick(5_000)
    },
  }
}

const here = { clock: 1, who: { account: "account_ada", name: "Ada", color: "red" }, cursor: { html: "<b>" } }
const shown = { user: { account: "account_ada", name: "Ada", color: "#c2410c" }, cursor: null }

test("presence of another process is shown with this process's colors and without other fields", (t) => {
  const { tell, states } = listening(t)
  for (const text of ["", "doc_1", "doc_2:7 {}", "doc_1:7 {", `doc_1:8 ${JSON.stringify({ clock: -1 })}`]) tell(text)
  assert.deepEqual(states(), [])
  tell(`doc_1:7 ${JSON.stringify(here)}`)
  assert.deepEqual(states(), [[7, shown]])
  const spoofed = { ...here, clock: 2, who: { account: "account_bo", name: "Bo" } }
  tell(`doc_1:7 ${JSON.stringify(spoofed)}`)
  assert.deepEqual(states(), [[7, shown]], "a client is the account's that first showed itself as it")
  tell(`doc_1:7 ${JSON.stringify({ clock: 1, who: null })}`)
  assert.deepEqual(states(), [])
})

test("the people of a dead process disappear after half a minute", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const { tell, states, age } = listening(t)
  tell(`doc_1:7 ${JSON.stringify(here)}`)
  age(7, 20_000)
  assert.equal(states().length, 1)
  tell(`doc_1:7 ${JSON.stringify({ ...here, clock: 2 })}`)
  age(7, 20_000)
  assert.equal(states().length, 1, "it was heard of since")
  age(7, 20_000)
  assert.deepEqual(states(), [])
})
