import type { Settings } from "#config/settings.ts"

/** The sources of a document. None of them belongs to a workspace. */
export interface DocumentSources {
  readonly settings: Settings
  readonly versionDates: readonly string[]
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  text(about: DocumentSources): string
}
