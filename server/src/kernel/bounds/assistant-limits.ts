/** What tokens cost, in US dollars for a million of them. */
export interface ModelPrices {
  readonly input: number
  /** Of the input, what the provider had in its cache. */
  readonly cached: number
  readonly output: number
}

/**
 * How much the assistant may do. Limits of a run end it with a sentence; limits of tokens over a time are reserved
 * before each step.
 */
export interface AssistantLimits {
  readonly steps: number
  readonly calls: number
  /** Of work; waiting for people does not count. */
  readonly minutes: number
  /** What a step may answer. */
  readonly outputTokens: number
  readonly resultKilobytes: number
  readonly conversationMegabytes: number
  readonly runTokens: number
  readonly memberDayTokens: number
  readonly workspaceMonthTokens: number
  readonly installationDayTokens: number
}
