import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { parse } from "#access/parse.ts"
import { formatAmount } from "#contract/currencies.ts"
import type { Fact } from "#contract/shown.ts"
import { createGiftCodes, disableGiftCode, getOwnGiftCode, listGiftCodes } from "#domains/handover/index.ts"
import { readingTool, writingTool } from "./tool.ts"
import { countedThings } from "./words.ts"

/** A code that is read can be used, so no model gets one. */
const giftCode = listGiftCodes.output.shape.items.element.omit({ code: true })

const withoutCode = ({ code: _code, ...gift }: { code: string } & z.output<typeof giftCode>) => gift

const list = workspaceAction("admin", "console", {
  input: listGiftCodes.input,
  output: listGiftCodes.output.extend({ items: z.array(giftCode) }),
  async run(cx, asked) {
    const page = await listGiftCodes.run(cx, asked)
    return { ...page, items: page.items.map(withoutCode) }
  },
})

const [, { shape: ofAmount }] = createGiftCodes.input.options
const { count, offerId, maxUses, currency, balanceCents } = ofAmount

const create = workspaceAction("admin", "console", {
  changes: ["gift-codes"],
  input: z.strictObject({
    count: count.default(1),
    balanceCents: balanceCents.optional().describe("In minor units. Default: a code covers the whole price."),
    currency: currency.optional(),
    offerId,
    maxUses,
    expiresAt: z.iso.datetime({ offset: true }).optional(),
  }),
  output: z.object({ items: z.array(giftCode) }),
  async run(cx, { expiresAt, balanceCents, currency, ...gift }) {
    const worth = balanceCents === undefined ? { kind: "full" } : { kind: "amount", balanceCents, currency }
    const end = expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }
    const made = await createGiftCodes.run(cx, parse(createGiftCodes.input, { ...gift, ...worth, ...end }))
    return { items: made.items.map(withoutCode) }
  },
})

const disable = workspaceAction("admin", "console", {
  changes: ["gift-codes"],
  input: disableGiftCode.input,
  output: giftCode,
  run: async (cx, input) => withoutCode(await disableGiftCode.run(cx, input)),
})

const factsOf = ({ kind, leftCents, currency, uses, maxUses }: z.output<typeof giftCode>): Fact[] => [
  { label: "Worth", value: kind === "full" ? "The whole price" : formatAmount(leftCents, currency ?? "usd") },
  { label: "Uses", value: maxUses === null ? String(uses) : `${uses} of ${maxUses}` },
]

/** Tools for gift codes. Only admins have them. */
export const giftCodeTools = [
  readingTool("list_gift_codes", "View gift codes", {
    description: "Lists gift codes with their balance and uses, newest first, but not the codes themselves.",
    action: list,
    summary: ({ items, nextCursor }) => `Viewed ${countedThings(items.length, "gift code", nextCursor !== undefined)}`,
  }),
  writingTool("create_gift_codes", "Create gift codes", {
    description: "Creates random gift codes. You don't get the codes: the person finds them under Gift codes.",
    action: create,
    asksBecause: "Anyone with a gift code can buy with it.",
    summary: ({ items }) => `Created ${countedThings(items.length, "gift code")}`,
    facts: ({ items }) => [
      { label: "Gift codes", value: countedThings(items.length, "gift code"), path: "/gift-codes" },
      ...items.slice(0, 1).flatMap(factsOf),
    ],
  }),
  writingTool("disable_gift_code", "Disable a gift code", {
    description: "Disables a gift code for good.",
    action: disable,
    asksBecause: "A disabled gift code can't be used again.",
    about: async (look, { id }) => {
      const gift = await look(getOwnGiftCode, { id })
      return gift ? factsOf(gift) : []
    },
    summary: () => "Disabled a gift code",
    facts: factsOf,
  }),
]
