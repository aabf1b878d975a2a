import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { ModelFailure } from "#adapters/models/port.ts"
import { conflict, invalidInput } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findSettings, putSettings, type SettingsRow } from "../permissions/index.ts"
import { sealedModelKeys } from "../sealed-columns.ts"

const tokens = z.int().min(1_000).max(1_000_000_000_000).nullable().optional()

const input = z.strictObject({
  isOn: z.boolean().optional(),
  isStrict: z.boolean().optional().describe("Whether what other members wrote counts as text of outsiders."),
  keptDays: z.int().min(1).max(3_650).nullable().optional().describe("Days until an inactive conversation is deleted."),
  memberDailyTokens: tokens.describe("What each member may use a day (UTC)."),
  monthlyTokens: tokens.describe("What the workspace may use a month (UTC)."),
  silenceSeconds: z
    .int()
    .min(10)
    .max(1_800)
    .nullable()
    .optional()
    .describe("How long the model may be silent before it is given up."),
  modelKey: z
    .string()
    .regex(/^[\x21-\x7e]{8,500}$/, "can't contain spaces")
    .nullable()
    .optional()
    .describe("The workspace's own key of the model; null removes it."),
})
type Chosen = z.output<typeof input>

const testMs = 10_000

/** `null` restores the installation's default. Switching off, and strictness, apply from the next call on. */
export const setAssistant = workspaceAction("owner", "console", {
  changes: ["assistant"],
  input,
  output: z.object({
    isKeyTried: z.boolean().nullable().describe("Whether the model took the key; null where none was given."),
  }),
  async run(cx, chosen) {
    const isKeyTried = typeof chosen.modelKey === "string" ? await tryKey(cx, chosen.modelKey) : null
    await cx.atomically(async (inside) => {
      if (chosen.isOn === false || chosen.isStrict === true) await narrowPermits(inside, inside.workspaceId)
      const before = await findSettings(inside, inside.workspaceId)
      await putSettings(inside, inside.workspaceId, toRow(cx, chosen, before))
    })
    return { isKeyTried }
  },
})

function toRow(
  { workspaceId, ...cx }: Context & { workspaceId: WorkspaceId },
  { isOn, isStrict, keptDays, memberDailyTokens, monthlyTokens, silenceSeconds, modelKey }: Chosen,
  before: SettingsRow | undefined,
): Partial<SettingsRow> {
  const since = (is: boolean, former: number | null | undefined) => (is ? (former ?? cx.now()) : null)
  const { purpose, place } = sealedModelKeys
  const sealed = modelKey && cx.keyring.seal(purpose, place(workspaceId), modelKey)
  return {
    ...(isOn !== undefined && { switched_off_at: since(!isOn, before?.switched_off_at) }),
    ...(isStrict !== undefined && { strict_since: since(isStrict, before?.strict_since) }),
    ...(keptDays !== undefined && { kept_days: keptDays }),
    ...(memberDailyTokens !== undefined && { member_daily_tokens: memberDailyTokens }),
    ...(monthlyTokens !== undefined && { monthly_tokens: monthlyTokens }),
    ...(silenceSeconds !== undefined && { silence_seconds: silenceSeconds }),
    ...(sealed !== undefined && { model_key_sealed: sealed || null }),
  }
}

/** Returns false when the model did not answer; the key is stored anyway. Throws when the model refuses the key. */
async function tryKey({ models }: Context, key: string): Promise<boolean> {
  if (!models.isModel) {
    throw conflict("No model is connected.", "Ask the operator of this service to connect one.")
  }
  if (models.isOverheard) {
    throw conflict("The model's connection isn't encrypted.", "Ask the operator of this service to use HTTPS.")
  }
  const messages = [{ role: "person" as const, parts: [{ type: "text" as const, text: "Say: yes." }] }]
  const request = { system: "Answer in one word.", facts: "", messages, tools: [], maxOutputTokens: 16, key }
  try {
    for await (const _ of models.stream(request, AbortSignal.timeout(testMs))) break
    return true
  } catch (thrown) {
    if (thrown instanceof ModelFailure && thrown.reason === "key") {
      throw invalidInput("Invalid key.", "Copy it again from your provider.", "modelKey")
    }
    return false
  }
}
