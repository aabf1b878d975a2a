import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { z } from "zod"
import { ServiceError } from "#kernel/error.ts"
import { parse } from "./parse.ts"

function refusalOf(schema: z.ZodType, raw: unknown): ServiceError {
  try {
    parse(schema, raw)
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    assert.equal(error.code, "invalid_request")
    return error
  }
  return assert.fail("it was taken")
}

const id = z.string().regex(/^\w+$/, "is not an id of ours")
const faults: [why: string, schema: z.ZodType, value: unknown, says: string][] = [
  ["nothing", z.string(), undefined, "is missing"],
  ["null for a text", z.string(), null, "must be text, not null"],
  ["a number for a text", z.string().optional(), 7, "must be text, not a number"],
  ["a list for a text", z.string(), ["a"], "must be text, not a list"],
  ["a text for a number", z.int().default(25), "25", "must be a whole number, not text (write it without quotes)"],
  ["a fraction", z.int(), 7.5, "must be a whole number, not 7.5"],
  ["a query that is not a number", z.coerce.number(), "seven", "must be a number, not text"],
  ["a text for a boolean", z.boolean(), "true", "must be true or false, not text (write it without quotes)"],
  ["a text for an object", z.object({}), "a", "must be an object, not text"],
  ["an object for a list", z.array(z.string()), {}, "must be a list, not an object"],
  ["an empty text", z.string().min(1), "", "is empty"],
  ["a short text", z.string().min(3), "ab", "is too short; use at least 3 characters"],
  ["a long text", z.string().max(3), "abcd", "is too long; use at most 3 characters"],
  ["a small number", z.int().min(1), 0, "must be at least 1"],
  ["a large number", z.int().max(100), 101, "must be at most 100"],
  ["an empty list", z.array(z.string()).min(1), [], "is empty"],
  ["a short list", z.array(z.string()).min(2), ["a"], "needs at least 2 entries"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "takes at most 1 entry"],
  ["another word", z.enum(["links", "docs"]), "drive", "must be one of `links`, `docs`"],
  ["another literal", z.literal("doc"), "drive", "must be `doc`"],
  ["an invalid day", z.iso.date(), "2026-02-30", "must be an existing day, such as `2026-11-30`"],
  [
    "an invalid time",
    z.iso.datetime({ offset: true }),
    "tomorrow",
    "must be a time such as `2026-11-30T18:00:00Z`, with `Z` or an offset such as `+01:00`",
  ],
  ["an invalid UUID", z.uuid(), "7", "must be a UUID, such as `7b0f6c1e-5a0d-4c55-9b1f-3f0a8d2f6e11`"],
  ["an invalid address", z.url(), "example", "must be a full URL, such as `https://example.com/page`"],
  ["another form", z.string().regex(/^a$/), "b", "has the wrong format"],
  ["a schema with words of its own", id, "a-b", "is not an id of ours"],
]

describe("each fault of a field has a sentence", () => {
  for (const [why, schema, value, says] of faults) {
    test(why, () => {
      const { message } = refusalOf(z.object({ field: schema }), { field: value })

      assert.equal(message, `\`field\` ${says}.`)
    })
  }
})

const email = z
  .string()
  .meta({ format: "email", examples: ["bo@example.com"] })
  .transform((text) => text.trim())
const checkout = z.object({
  buyerEmail: email.describe("Where the receipt goes; at most 254 characters."),
  giftCode: z
    .string()
    .max(5)
    .optional()
    .meta({ examples: ["GIFT"] }),
  days: z.array(z.object({ from: z.string().describe("When it begins, `HH:MM`.") })).optional(),
})

test("all faults are listed at once, each field with what it takes", () => {
  const { message, hint } = refusalOf(checkout, { giftCode: "FAR TOO LONG", days: [{ from: "a" }, { from: 9 }] })

  assert.equal(
    message,
    "`buyerEmail` is missing. `giftCode` is too long; use at most 5 characters. `days.1.from` must be text, not a number.",
  )
  assert.equal(
    hint,
    'Send `buyerEmail` as documented, such as `"bo@example.com"`: Where the receipt goes; at most 254 characters. ' +
      'Send `giftCode` as documented, such as `"GIFT"`. ' +
      "Send `days.1.from` as documented: When it begins, `HH:MM`.",
  )
})

test("a missing field that is present under another name is pointed out", () => {
  const { message, hint } = refusalOf(checkout, { buyer_email: "bo@example.com" })

  assert.equal(message, "`buyerEmail` is missing.")
  assert.match(hint ?? "", / Unknown: `buyer_email`\.$/)
})

test("unknown fields are listed with the known ones, and only by their names", () => {
  const { message } = refusalOf(checkout.strict(), { buyerEmail: "bo@example.com", "a`b": "secret", other: 1 })

  assert.equal(message, "`a?b`, `other` are unknown; use `buyerEmail`, `giftCode`, `days`.")
})

test("an input that is not an object is reported", () => {
  const { message, hint } = refusalOf(checkout, "text")

  assert.equal(message, "The input must be an object, not text.")
  assert.equal(hint, undefined)
})

test("the message names the faults of the nearest variant only when it is unambiguous", () => {
  const gift = z.union([
    z.object({ kind: z.literal("full") }),
    z.object({ kind: z.literal("amount"), cents: z.int(), title: z.string() }),
  ])
  assert.equal(
    refusalOf(z.object({ gift }), { gift: { kind: "amount", title: "a" } }).message,
    "`gift` has no accepted format.",
  )
  const reader = z.union([z.literal("all"), z.object({ email: z.string() })])
  assert.equal(
    refusalOf(z.object({ reader }), { reader: { email: 7 } }).message,
    "`reader.email` must be text, not a number.",
  )
  const kinds = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("full") }),
    z.object({ kind: z.literal("amount"), cents: z.int() }),
  ])
  assert.equal(refusalOf(kinds, { kind: "other" }).message, "`kind` must be one of `full`, `amount`.")
  assert.equal(refusalOf(kinds, { kind: "amount" }).message, "`cents` is missing.")
})

test("a body with a hundred faults gets ten sentences and their number", () => {
  const many = z.object(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, z.string()])))

  const { message } = refusalOf(many, {})

  assert.equal(message.match(/is missing/g)?.length, 10)
  assert.match(message, /There are 90 more errors\.$/)
})
