import { sealedAnswers } from "#access/idempotency/idempotency-store.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"
import { domainHooks } from "./domain-hooks.ts"

export const sealedColumns: readonly SealedColumn[] = [
  sealedAnswers,
  ...Object.values(domainHooks).flatMap(({ sealed = [] }) => sealed),
]
