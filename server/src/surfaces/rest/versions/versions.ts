import type { Version } from "../../transport/version.ts"

/** Every supported version of the API, oldest first. */
export const supportedVersions: readonly Version[] = [{ date: "2026-08-24", changes: [] }]
