import { ProcessorError } from "../port.ts"
import type { ProcessorAccountState } from "../processor-account-state.ts"
import { answerCall } from "./call.ts"
import type { SandboxParts } from "./webhooks.ts"

/** Every processor account can sell, unless a planned 401 or 403 says that its key is at fault. */
export async function findProcessorAccount(parts: SandboxParts, id: string): Promise<ProcessorAccountState> {
  const processorId = `acct_${id}`
  try {
    return await answerCall(parts, { operation: "findAccount", processorAccount: { id } }, () => ({
      processorId,
      fault: null,
    }))
  } catch (error) {
    const status = error instanceof ProcessorError ? /40[13]/.exec(error.message)?.[0] : undefined
    if (status === undefined) throw error
    return status === "401" ? { processorId: null, fault: "secret-refused" } : { processorId: null, fault: null }
  }
}
