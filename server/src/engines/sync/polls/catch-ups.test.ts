import assert from "node:assert/strict"
import { test } from "node:test"
import type { SharedDoc } from "../presence/open-doc.ts"
import { openCatchUps } from "./catch-ups.ts"

/** Docs whose reads end when the test calls `finish`. */
function openDocs(...ids: string[]) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const doc = (id: string) => {
    const made = {
      isBehind: false,
      async catchUp(upTo: number) {
        begun.push(`${id}:${upTo}`)
        await new Promise<void>((resolve) => ends.set(id, resolve))
      },
    }
    return [id, made as unknown as SharedDoc] as const
  }
  const byId = new Map(ids.map(doc))
  const finish = async (id: string) => {
    ends.get(id)?.()
    await new Promise(setImmediate)
  }
  return { catchUps: openCatchUps({ byId }), byId, begun, finish }
}

test("two docs are read at a time, each up to its last announced update, and the others wait", async () => {
  const { catchUps, begun, finish } = openDocs("a", "b", "c")
  const tell = (docId: string, seq: number) => catchUps.read([[docId, seq]])
  const first = [tell("a", 1), tell("b", 1)]
  assert.deepEqual(begun, ["a:1", "b:1"])
  const later = [tell("c", 1), tell("c", 7), tell("c", 3), tell("elsewhere", 1)]
  assert.equal(begun.length, 2)
  await finish("b")
  assert.deepEqual(begun, ["a:1", "b:1", "c:7"])
  await finish("a")
  await finish("c")
  await Promise.all([...first, ...later])
  assert.equal(begun.length, 3)
})

test("after a failed read, the waiting docs are left for the next poll", async () => {
  const { catchUps, byId, begun, finish } = openDocs("a", "b", "c")
  const read = catchUps.read([
    ["a", 1],
    ["b", 1],
    ["c", 1],
  ])
  Object.assign(byId.get("a") ?? {}, { isBehind: true })
  await finish("a")
  await finish("b")
  await read
  assert.deepEqual(begun, ["a:1", "b:1"])
})
