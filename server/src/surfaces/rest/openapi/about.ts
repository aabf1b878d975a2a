/** The input of the description besides the endpoints. */
export interface About {
  readonly baseUrl: string
  readonly brandName: string
  /** Supported versions, oldest first. */
  readonly versionDates: readonly string[]
}
