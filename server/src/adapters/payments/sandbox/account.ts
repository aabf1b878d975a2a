import { newId } from "#kernel/ids.ts"
import {
  type Hook,
  type HookRefusal,
  type ProcessorAccountKeys,
  type ProcessorAccountState,
  ProcessorError,
} from "../port.ts"
import { answerCall } from "./call.ts"
import { putHookRow, removeHookRow } from "./hook-store.ts"
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
    return { processorId: null, fault: refusalOf(error, [401, 403]) === 401 ? "secret-refused" : null }
  }
}

/** Makes a processor account's webhook. A planned 403 or 400 makes it a refusal. */
export async function makeHook(
  parts: SandboxParts,
  processorAccount: ProcessorAccountKeys,
  url: string,
): Promise<Hook | { refused: HookRefusal }> {
  try {
    return await answerCall(parts, { operation: "makeHook", processorAccount }, () => {
      const hook = { id: newId("we_sandbox"), secret: `whsec_${newId("sandbox")}` }
      putHookRow(parts.file, { account: processorAccount.id, url, ...hook })
      return hook
    })
  } catch (error) {
    return { refused: refusalOf(error, [400, 403]) === 403 ? "right-missing" : "not-accepted" }
  }
}

export async function removeHook(parts: SandboxParts, processorAccount: ProcessorAccountKeys): Promise<void> {
  await answerCall(parts, { operation: "removeHook", processorAccount }, () => {
    removeHookRow(parts.file, processorAccount.id)
    return undefined
  })
}

/** Returns which of these statuses a planned fault answered with. Throws every other error. */
function refusalOf(error: unknown, statuses: readonly number[]): number {
  const status = error instanceof ProcessorError ? Number(/\b4\d\d\b/.exec(error.message)?.[0]) : Number.NaN
  if (!statuses.includes(status)) throw error
  return status
}
