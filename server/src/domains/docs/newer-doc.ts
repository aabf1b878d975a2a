import { schemaNumber } from "#contract/docs/doc-format.ts"
import { ServiceError } from "#kernel/error.ts"

/** Whether a newer release wrote a doc. Reading it here would drop content that this release does not know. */
export const isNewer = ({ schema_number }: { schema_number: number }): boolean => schema_number > schemaNumber

export const newerDoc = () =>
  new ServiceError("conflict", "A newer version of this service has written this doc.", {
    hint: "Nothing was changed. Try again in a few minutes: the server that answered is being replaced. If it goes on, ask the operator to finish the upgrade.",
  })
