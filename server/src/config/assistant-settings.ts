import type { AssistantLimits, ModelPrices } from "#kernel/bounds/assistant-limits.ts"

type Limit = keyof AssistantLimits

/** The name of each limit in the setting, its default, and its maximum. */
const limits: Readonly<Record<Limit, { name: string; value: number; most: number }>> = {
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

const all = Object.keys(limits) as Limit[]

export const defaultLimits = all.map((of) => `${limits[of].name}=${limits[of].value}`).join(",")

/** Reads `steps=6,calls=12,…`. Missing limits keep their defaults. Returns the faults of an invalid text. */
export function readLimits(text: string): AssistantLimits | string[] {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean) // biome-ignore format: one thought
  const faults: string[] = []
  const read = Object.fromEntries(all.map((of) => [of, limits[of].value])) as Record<Limit, number>
  for (const part of parts) {
    const [name = "", value = ""] = part.split("=")
    const of = all.find((one) => limits[one].name === name)
    if (!of) faults.push(`\`${name}\` is none of ${all.map((one) => limits[one].name).join(", ")}`)
    else if (!/^\d{1,13}$/.test(value) || Number(value) < 1 || Number(value) > limits[of].most)
      faults.push(`\`${name}\` must be a whole number from 1 to ${limits[of].most}`)
    else read[of] = Number(value)
  }
  return faults.length > 0 ? faults : read
}

/** Reads `3,0.3,15`: dollars for a million tokens of input, of cached input, and of output. */
export function readPrices(text: string): ModelPrices | undefined {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,5}(\.\d{1,6})?$/.test(part))) return undefined
  const [input = 0, cached = 0, output = 0] = parts.map(Number)
  return { input, cached, output }
}
