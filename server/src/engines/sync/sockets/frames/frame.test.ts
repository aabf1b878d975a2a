import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { MalformedBytes } from "./byte-reader.ts"
import { readFrame } from "./frame.ts"

const number = (value: number): number[] =>
  value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))]
const part = (bytes: ArrayLike<number>): number[] => [...number(bytes.length), ...Array.from(bytes)]
const text = (value: string): number[] => part(Buffer.from(value))
const frame = (...parts: number[][]) => Uint8Array.from([...text("doc_1"), ...parts.flat()])
const presence = (...states: string[]) =>
  part([...number(states.length), ...states.flatMap((state) => [7, 1, ...text(state)])])

const honest = {
  opens: frame([2, 0], text('{"schema":1}'), text("4.7.0")),
  asks: frame([0, 0], part(Y.encodeStateVector(new Y.Doc()))),
  writes: frame([0, 2], part(Y.encodeStateAsUpdate(new Y.Doc()))),
  shows: frame([1], presence("null", '{"cursor":null}')),
  leaves: frame([7]),
  "looks around": frame([3]),
}

test("each kind of message that an editor sends is recognized", () => {
  for (const [said, bytes] of Object.entries(honest)) assert.deepEqual(readFrame(bytes), { docId: "doc_1", said })
  assert.equal(readFrame(frame([0, 1], part([0, 0])))?.said, "answers", "what answers the service's question")
  assert.equal(readFrame(Uint8Array.of(10)), undefined, "a pong is about no doc")
})

const hostile: Record<string, Uint8Array> = {
  "of nothing": new Uint8Array(),
  "whose name is not a doc id": Uint8Array.from([...text("settings"), 3]),
  "whose name is a property of all objects": Uint8Array.from([...text("__proto__"), 3]),
  "whose name hides another": Uint8Array.from([...text("doc_1\0doc_2"), 3]),
  "whose name ends after its end": Uint8Array.from([...number(2 ** 40), 1, 2]),
  "whose name is too long": Uint8Array.from([...text(`doc_${"a".repeat(61)}`), 3]),
  "whose name is not UTF-8": Uint8Array.from([...part([0xff, 0xfe, 0x64]), 3]),
  "of a kind that only servers send each other": frame([6], text("all")),
  "of the kind for sync replies": frame([4, 0], part([0])),
  "of the stateless kind": frame([5], text("anything")),
  "of a kind that does not exist": frame([99]),
  "whose kind is a number without end": frame(Array(12).fill(255)),
  "whose kind is a property of all objects": frame(number(2 ** 53 - 1)),
  "with trailing bytes": frame([3], [1]),
  "with a step that does not exist": frame([0, 3], part([0])),
  "with a state vector of millions": frame([0, 0], part(number(5_000_000))),
  "with a state vector that ends early": frame([0, 0], part([2, 1, 1])),
  "with a token that only servers send": frame([2, 1], text("denied")),
  "with a token of a megabyte": frame([2, 0], text("x".repeat(1_001))),
  "with two states of presence": frame([1], presence('{"a":1}', '{"b":2}')),
  "with a state that is too large": frame([1], presence(`{"name":"${"x".repeat(2_000)}"}`)),
  "with a state that is not an object": frame([1], presence("[1]")),
  "with a state that is not JSON": frame([1], presence("{")),
  "with too many removed clients": frame([1], presence(...Array<string>(201).fill("null"))),
}

for (const [what, bytes] of Object.entries(hostile)) {
  test(`a message ${what} is refused`, () => {
    assert.throws(() => readFrame(bytes), MalformedBytes)
  })
}

test("random bytes are either read or refused with MalformedBytes", () => {
  const seeds = Object.values(honest)
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from(seeds[round % seeds.length] ?? [])
    for (let change = 0; change <= round % 3; change++) {
      bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
    }
    try {
      readFrame(bytes.subarray(0, bytes.length - (round % 5 === 0 ? round % 7 : 0)))
    } catch (error) {
      assert.ok(error instanceof MalformedBytes, String(error))
    }
  }
})
