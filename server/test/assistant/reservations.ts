import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { Caller } from "#access/context.ts"
import { readSettings } from "#config/settings.ts"
import type { Reserved } from "#domains/assistant/on-demand.ts"
import { reserveTokens, settleTokens } from "#domains/assistant/spending/index.ts"
import { together } from "#test/support/basics/together.ts"
import type { DatabaseKind } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"

export const usual = readSettings({}).assistantLimits

/** An assistant with these limits, and the usual ones otherwise. */
export const limited = (limits: Partial<typeof usual>) => ({
  isOn: true,
  prices: undefined,
  limits: { ...usual, ...limits },
})

export const idOf = (caller: Caller) => (caller.kind === "person" ? caller.accountId : "")

export const withoutNotes = async () => {}

/** The tokens taken out of each budget, by its kind. */
export async function spentIn({ app }: World): Promise<Map<string, number[]>> {
  const rows = await app.database.read.selectFrom("assistant_spending").select(["subject", "tokens"]).execute()
  const spent = new Map<string, number[]>()
  for (const { subject, tokens } of rows) {
    const [whose = ""] = subject.split(" ")
    spent.set(whose, [...(spent.get(whose) ?? []), Number(tokens)])
  }
  return spent
}

export const sum = (numbers: readonly number[] = []) => numbers.reduce((all, one) => all + one, 0)

/** Proves that a thousand concurrent reservations exceed no limit, and that none is partial. */
export async function reserveTogether(t: TestContext, kind: DatabaseKind): Promise<void> {
  const studio = await world(t, kind)
  const limits = { memberDayTokens: 1_000, workspaceMonthTokens: 1_500, installationDayTokens: 2_200 }
  const cx = { ...studio.cx, assistant: limited(limits) }
  const elsewhere = await studio.app.database.read.selectFrom("workspaces").select("id").where("slug", "=", "elsewhere").executeTakeFirstOrThrow() // biome-ignore format: one thought
  const spenders = [
    { accountId: idOf(studio.callers.member), workspaceId: studio.workspaceId },
    { accountId: idOf(studio.callers.admin), workspaceId: studio.workspaceId },
    { accountId: idOf(studio.callers.stranger), workspaceId: elsewhere.id },
  ]
  const reserve = (index: number) =>
    reserveTokens(cx, spenders[index < 500 ? 0 : 1 + (index % 2)] ?? assert.fail(), { input: 7, output: 3, chosen: undefined, note: withoutNotes }) // biome-ignore format: one thought
  const answers: (Reserved | string)[] = []
  await together([...Array(1_000).keys()], async (index) => void answers.push(await reserve(index)))
  const granted = answers.filter((answer): answer is Reserved => typeof answer !== "string")
  assert.equal(granted.length, 220, "as many as the installation may, and not one more")
  const spent = await spentIn(studio)
  for (const [whose, most] of [
    ["member", 1_000],
    ["workspace", 1_500],
    ["installation", 2_200],
  ] as const) {
    // biome-ignore format: a table
    assert.equal(sum(spent.get(whose)), 2_200, `${whose}: who was refused has taken nothing anywhere`)
    assert.ok(spent.get(whose)?.every((tokens) => tokens <= most))
  }
  const why = new Set(answers.filter((answer) => typeof answer === "string"))
  assert.ok(why.size > 1, "the sentence says whose limit it was")

  await together(granted, (reserved) => studio.cx.atomically((inside) => settleTokens({ ...inside, assistant: cx.assistant }, reserved, { input: 4, output: 2, cached: 0 }))) // biome-ignore format: one thought
  for (const [whose, tokens] of await spentIn(studio))
    assert.equal(sum(tokens), 220 * 6, `${whose} has back what was not used`)
}
