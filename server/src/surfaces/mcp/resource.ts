import type { Settings } from "#config/settings.ts"

/** What a document may be made of. None of it belongs to a workspace. */
export interface About {
  readonly settings: Settings
  /** Supported versions of the REST API, oldest first. */
  readonly versionDates: readonly string[]
}

/** One row of the resource table: a document about the product, the same for everybody. */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  text(about: About): string
}
