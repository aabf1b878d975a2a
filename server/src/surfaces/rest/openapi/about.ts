export interface About {
  readonly baseUrl: string
  readonly brandName: string
  readonly versionDates: readonly string[]
}
