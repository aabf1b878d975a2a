import { schemaNumber } from "#contract/docs/doc-format.ts"
import { conflict } from "#kernel/error.ts"

/** Whether a newer release wrote a doc. Reading it here would drop content that this release does not know. */
export const isNewer = ({ schema_number }: { schema_number: number }): boolean => schema_number > schemaNumber

export const newerDoc = () =>
  conflict("This doc was saved by a newer version.", "An update is in progress. Try again in a few minutes.")
