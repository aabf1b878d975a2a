import { limitsReader, type NamedLimit, writeLimits } from "./named-limits.ts"

/** Prices in US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number
  /** The price of input tokens that the provider had in its cache. */
  readonly cached: number
  readonly output: number
}

/** A run that reaches a limit ends with a sentence. Tokens per period are reserved before each step. */
const limits = {
  steps: { name: "steps", value: 12, most: 100 },
  calls: { name: "calls", value: 24, most: 1_000 },
  /** Minutes of work. Waiting for people does not count. */
  minutes: { name: "minutes", value: 5, most: 120 },
  /** The most that the model may answer in a step. */
  outputTokens: { name: "output-tokens", value: 16_384, most: 128_000 },
  resultKilobytes: { name: "result-kb", value: 32, most: 256 },
  conversationMegabytes: { name: "conversation-mb", value: 8, most: 64 },
  runTokens: { name: "run-tokens", value: 400_000, most: 1_000_000_000 },
  memberDayTokens: { name: "member-day-tokens", value: 2_000_000, most: 1_000_000_000_000 },
  workspaceMonthTokens: { name: "workspace-month-tokens", value: 50_000_000, most: 1_000_000_000_000 },
  installationDayTokens: { name: "installation-day-tokens", value: 50_000_000, most: 1_000_000_000_000 },
} satisfies Readonly<Record<string, NamedLimit>>

export type AssistantLimits = Readonly<Record<keyof typeof limits, number>>

export const defaultLimits = writeLimits<AssistantLimits>(limits)
export const readLimits = limitsReader<AssistantLimits>(limits)

/** Reads `3,0.3,15`: dollars for a million tokens of input, of cached input, and of output. */
export function readPrices(text: string): ModelPrices | undefined {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,5}(\.\d{1,6})?$/.test(part))) return undefined
  const [input = 0, cached = 0, output = 0] = parts.map(Number)
  return { input, cached, output }
}
