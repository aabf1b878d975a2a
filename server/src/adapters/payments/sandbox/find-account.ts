import type { AccountState } from "../account-state.ts"
import { ProcessorError } from "../port.ts"
import { answerCall } from "./call.ts"
import type { SandboxParts } from "./webhooks.ts"

/** Every account can sell. A fault of the key, planned for this call, is what a look at the account finds. */
export async function findAccount(parts: SandboxParts, id: string): Promise<AccountState> {
  const processorId = `acct_${id}`
  try {
    return await answerCall(parts, { operation: "findAccount", account: { id } }, () => ({ processorId, fault: null }))
  } catch (error) {
    const status = error instanceof ProcessorError ? /40[13]/.exec(error.message)?.[0] : undefined
    if (status === undefined) throw error
    return status === "401" ? { processorId: null, fault: "secret-refused" } : { processorId: null, fault: null }
  }
}
