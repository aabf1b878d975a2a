import type { AssistantLimits, ModelPrices } from "#kernel/bounds/assistant-limits.ts"
import { limitsReader, type NamedLimit, writeLimits } from "./named-limits.ts"

const limits: Readonly<Record<keyof AssistantLimits, NamedLimit>> = {
  steps: { name: "steps", value: 12, most: 100 },
  calls: { name: "calls", value: 24, most: 1_000 },
  minutes: { name: "minutes", value: 5, most: 120 },
  outputTokens: { name: "output-tokens", value: 16_384, most: 128_000 },
  resultKilobytes: { name: "result-kb", value: 32, most: 256 },
  conversationMegabytes: { name: "conversation-mb", value: 8, most: 64 },
  runTokens: { name: "run-tokens", value: 400_000, most: 1_000_000_000 },
  memberDayTokens: { name: "member-day-tokens", value: 2_000_000, most: 1_000_000_000_000 },
  workspaceMonthTokens: { name: "workspace-month-tokens", value: 50_000_000, most: 1_000_000_000_000 },
  installationDayTokens: { name: "installation-day-tokens", value: 50_000_000, most: 1_000_000_000_000 },
}

export const defaultLimits = writeLimits<AssistantLimits>(limits)
export const readLimits = limitsReader<AssistantLimits>(limits)

/** Reads `3,0.3,15`: dollars for a million tokens of input, of cached input, and of output. */
export function readPrices(text: string): ModelPrices | undefined {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,5}(\.\d{1,6})?$/.test(part))) return undefined
  const [input = 0, cached = 0, output = 0] = parts.map(Number)
  return { input, cached, output }
}
