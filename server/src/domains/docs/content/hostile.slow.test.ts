import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { dice, honestUpdates, withOtherBytes, withOtherPlaces } from "#test/support/docs/hostile-updates.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { signIn, Typist } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import { type Content, HostileUpdate, loadConversions, openContent, type Writer } from "../index.ts"

const { toJson } = await loadConversions()

/** `npm run soak` sends 20,000. */
const updates = Number(process.env.HOSTILE_UPDATES ?? 600)

const body = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "Title" }] },
    {
      type: "taskList",
      content: [{ type: "taskItem", attrs: { checked: true }, content: [{ type: "paragraph" }] }],
    },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "hello " },
        { type: "mention", attrs: { account: "account_x", label: "Ada" } },
        { type: "text", text: " there", marks: [{ type: "bold" }] },
      ],
    },
  ],
}

test(`none of ${updates} mutated updates ends the process, and each stored one can be applied`, async (t) => {
  const here = await world(t)
  const mallory = await signIn(here, "admin")
  const ada = await signIn(here, "member")
  const chance = dice(10)
  const seen = { refused: 0, taken: 0 }
  for (let sent = 0; sent < updates; sent += 50) {
    const id = await putDoc(here, body)
    const content = await openContent(here.app, id)
    for (let n = 0; n < 50; n += 1) {
      const wasTaken = await sendMutated(content, mallory, { chance, clientId: 1_000 + n })
      seen[wasTaken ? "taken" : "refused"] += 1
      if (n % 10 === 0) await assertUnharmed(content, new Typist(content, ada))
    }
    await content.close()
    const stored = await here.cx.db.selectFrom("doc_updates").selectAll().where("doc_id", "=", id).execute()
    assert.deepEqual(stored, [], "nothing was set aside")
    const again = await openContent(here.app, id)
    await assertUnharmed(again, new Typist(again, ada))
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.refused > updates / 4 && seen.taken > updates / 20, JSON.stringify(seen))
})

/** Sends an editor's updates, the last one mutated. Applies the stored ones to the open doc, as a server does. */
async function sendMutated(
  content: Content,
  writer: Writer,
  { chance, clientId }: { chance: ReturnType<typeof dice>; clientId: number },
): Promise<boolean> {
  const state = Y.encodeStateAsUpdate(content.doc)
  const [whole, ...rest] = honestUpdates(state, clientId, chance).toReversed()
  const before = rest.toReversed().slice(0, chance.below(rest.length + 1))
  const last = (chance.isHeads() ? before.pop() : undefined) ?? whole ?? state
  for (const update of last === whole ? [] : before) {
    await content.write(update, writer, false)
    Y.applyUpdate(content.doc, update)
  }
  const bad = chance.isHeads() ? withOtherBytes(last, chance) : withOtherPlaces(last, state, chance)
  try {
    await content.write(bad, writer, chance.isHeads())
  } catch (fault) {
    assert.ok(fault instanceof HostileUpdate, String(fault))
    return false
  }
  Y.applyUpdate(content.doc, bad)
  return true
}

async function assertUnharmed(content: Content, typist: Typist): Promise<void> {
  typist.type("an honest line")
  for (const update of typist.unsent) Y.applyUpdate(content.doc, update)
  assert.deepEqual(await typist.send(), ["stored"])
  assert.match(textOf(content.doc), /an honest line/)
}

const textOf = (doc: Y.Doc) => JSON.stringify(toJson(doc))
