import { newId } from "#kernel/ids.ts"
import type { Hook, HookRefusal } from "../hooks.ts"
import { type ProcessorAccountKeys, ProcessorError } from "../port.ts"
import { answerCall } from "./call.ts"
import { putHookRow, removeHookRow } from "./hook-store.ts"
import type { SandboxParts } from "./webhooks.ts"

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
    const status = error instanceof ProcessorError ? /40[03]/.exec(error.message)?.[0] : undefined
    if (status === undefined) throw error
    return { refused: status === "403" ? "right-missing" : "not-accepted" }
  }
}

export async function removeHook(parts: SandboxParts, processorAccount: ProcessorAccountKeys): Promise<void> {
  await answerCall(parts, { operation: "removeHook", processorAccount }, () => {
    removeHookRow(parts.file, processorAccount.id)
    return undefined
  })
}
