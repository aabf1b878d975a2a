import type { Settings } from "#config/settings.ts"

/** The sources of a document. None of them belongs to a workspace. */
export interface About {
  readonly settings: Settings
  /** Supported versions of the REST API, oldest first. */
  readonly versionDates: readonly string[]
}

/** One row of the resource table: a document about the product, the same for all readers. */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  text(about: About): string
}
