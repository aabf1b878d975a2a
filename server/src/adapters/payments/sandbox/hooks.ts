import { newId } from "#kernel/ids.ts"
import type { Hook, HookRefusal } from "../hooks.ts"
import { type AccountKeys, ProcessorError } from "../port.ts"
import { answerCall } from "./call.ts"
import { putHookRow, removeHookRow } from "./hook-store.ts"
import type { SandboxParts } from "./webhooks.ts"

/** Makes an account's webhook. A planned 403 or 400 makes it a refusal. */
export async function makeHook(
  parts: SandboxParts,
  account: AccountKeys,
  url: string,
): Promise<Hook | { refused: HookRefusal }> {
  try {
    return await answerCall(parts, { operation: "makeHook", account }, () => {
      const hook = { id: newId("we_sandbox"), secret: `whsec_${newId("sandbox")}` }
      putHookRow(parts.file, { account: account.id, url, ...hook })
      return hook
    })
  } catch (error) {
    const status = error instanceof ProcessorError ? /40[03]/.exec(error.message)?.[0] : undefined
    if (status === undefined) throw error
    return { refused: status === "403" ? "right-missing" : "not-accepted" }
  }
}

export async function removeHook(parts: SandboxParts, account: AccountKeys): Promise<void> {
  await answerCall(parts, { operation: "removeHook", account }, () => {
    removeHookRow(parts.file, account.id)
    return undefined
  })
}
