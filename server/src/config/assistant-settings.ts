import type { AssistantLimits, ModelPrices } from "#kernel/bounds/assistant-limits.ts"

/** Each limit by the name that the setting has for it: what it is without it, and the most that it may be. */
const limits: Record<string, { of: keyof AssistantLimits; value: number; most: number }> = {
  steps: { of: "steps", value: 12, most: 100 },
  calls: { of: "calls", value: 24, most: 1_000 },
  minutes: { of: "minutes", value: 5, most: 120 },
  "output-tokens": { of: "outputTokens", value: 4_096, most: 128_000 },
  "result-kb": { of: "resultKilobytes", value: 32, most: 256 },
  "conversation-mb": { of: "conversationMegabytes", value: 8, most: 64 },
  "run-tokens": { of: "runTokens", value: 400_000, most: 1_000_000_000 },
  "member-day-tokens": { of: "memberDayTokens", value: 2_000_000, most: 1_000_000_000_000 },
  "workspace-month-tokens": { of: "workspaceMonthTokens", value: 50_000_000, most: 1_000_000_000_000 },
  "installation-day-tokens": { of: "installationDayTokens", value: 50_000_000, most: 1_000_000_000_000 },
}

/** The limits as the setting writes them: all of them, as they are without it. */
export const defaultLimits = Object.entries(limits)
  .map(([name, { value }]) => `${name}=${value}`)
  .join(",")

/** Reads `steps=6,calls=12,…`; what is not named stays as it is without the setting. Answers the faults otherwise. */
export function readLimits(text: string): AssistantLimits | string[] {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean) // biome-ignore format: one thought
  const faults: string[] = []
  const read = new Map(Object.values(limits).map(({ of, value }) => [of, value]))
  for (const part of parts) {
    const [name = "", value = ""] = part.split("=")
    const limit = limits[name]
    if (!limit) faults.push(`\`${name}\` is none of ${Object.keys(limits).join(", ")}`)
    else if (!/^\d{1,13}$/.test(value) || Number(value) < 1 || Number(value) > limit.most)
      faults.push(`\`${name}\` must be a whole number from 1 to ${limit.most}`)
    else read.set(limit.of, Number(value))
  }
  if (faults.length > 0) return faults
  const of = (name: keyof AssistantLimits) => read.get(name) ?? 0
  return {
    steps: of("steps"),
    calls: of("calls"),
    minutes: of("minutes"),
    outputTokens: of("outputTokens"),
    resultKilobytes: of("resultKilobytes"),
    conversationMegabytes: of("conversationMegabytes"),
    runTokens: of("runTokens"),
    memberDayTokens: of("memberDayTokens"),
    workspaceMonthTokens: of("workspaceMonthTokens"),
    installationDayTokens: of("installationDayTokens"),
  }
}

/** Reads `3,0.3,15`: dollars for a million tokens of input, of input from the cache, and of output. */
export function readPrices(text: string): ModelPrices | undefined {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,5}(\.\d{1,6})?$/.test(part))) return undefined
  const [input = 0, cached = 0, output = 0] = parts.map(Number)
  return { input, cached, output }
}
