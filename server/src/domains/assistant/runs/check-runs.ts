import type { Inside } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { mostRuns } from "./limits.ts"
import { holdOpenRuns } from "./run-store.ts"

/**
 * Checks that one more answer may be begun for a person, in the transaction that begins it.
 *
 * @throws ServiceError `conflict` while as many go on as may.
 */
export async function checkRuns(cx: Inside, accountId: string): Promise<void> {
  if ((await holdOpenRuns(cx, accountId)) >= mostRuns) throw tooManyRuns()
}

const tooManyRuns = () =>
  new ServiceError("conflict", "Five of your conversations are being answered.", {
    hint: "Wait until one of them is done, or stop it.",
  })
