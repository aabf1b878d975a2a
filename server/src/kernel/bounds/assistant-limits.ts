/** Prices in US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number
  /** The price of input tokens that the provider had in its cache. */
  readonly cached: number
  readonly output: number
}

/** A run that reaches a limit ends with a sentence. Tokens per period are reserved before each step. */
export interface AssistantLimits {
  readonly steps: number
  readonly calls: number
  /** Minutes of work. Waiting for people does not count. */
  readonly minutes: number
  /** The most that the model may answer in a step. */
  readonly outputTokens: number
  readonly resultKilobytes: number
  readonly conversationMegabytes: number
  readonly runTokens: number
  readonly memberDayTokens: number
  readonly workspaceMonthTokens: number
  readonly installationDayTokens: number
}
