import assert from "node:assert/strict"
import { test } from "node:test"
import { readSnapshot, writeSnapshot } from "./purchase-snapshot.ts"

const whole = {
  title: "Type specimen",
  description: "Forty pages.",
  terms: { licence: "Use it.", refundTerms: null, taxLine: null },
  sellerName: "Studio Ada",
  sellerSlug: "studio",
  files: [{ key: "file_1", fileId: "drive_1", name: "specimen.pdf" }],
}

test("a snapshot keeps an offer's words, terms, seller and files, and nothing else of it", () => {
  const offer = { ...whole, priceCents: 1_900, stockLimit: 5, files: whole.files.map((file) => ({ ...file, size: 1 })) }
  assert.deepEqual(JSON.parse(writeSnapshot(offer)), whole)
  assert.deepEqual(readSnapshot(writeSnapshot(offer)), whole)
})

test("a field that an older snapshot lacks is null; the title and the files must be there", () => {
  const { description, terms, ...rest } = whole
  const { licence, ...others } = terms
  const older = JSON.stringify({ ...rest, terms: others })
  assert.deepEqual(readSnapshot(older), { ...whole, description: null, terms: { ...terms, licence: null } })
  assert.throws(() => readSnapshot(JSON.stringify({ ...whole, title: undefined })))
  assert.throws(() => readSnapshot(JSON.stringify({ ...whole, files: undefined })))
})
