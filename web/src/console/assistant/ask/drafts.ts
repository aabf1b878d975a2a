import { keptInTab } from "../../../kit/stored.ts"
import { here } from "../../console-data.ts"

/** A message that has not been sent. */
export interface Draft {
  readonly text: string
  readonly files: readonly { readonly id: string; readonly name: string }[]
}

const nothing: Draft = { text: "", files: [] }

const keyOfDraft = (conversationId: string) =>
  `draft ${document.documentElement.dataset.account} ${here().workspace?.slug} ${conversationId}`

/** The draft of a conversation (an empty id for a new one). A tab keeps its drafts until it is closed. */
export function draftOf(conversationId: string): Draft {
  const stored = keptInTab.get(keyOfDraft(conversationId))
  return stored === undefined ? nothing : JSON.parse(stored)
}

export function keepDraft(conversationId: string, draft: Draft): void {
  const key = keyOfDraft(conversationId)
  if (draft.text === "" && draft.files.length === 0) keptInTab.remove(key)
  else keptInTab.set(key, JSON.stringify(draft))
}

/** The service's limit for one message, in bytes of UTF-8. */
const mostBytes = 32_000

/** The error text for a message over the limit; undefined within it. */
export function tooLong(text: string): string | undefined {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (text.length * 3 <= mostBytes) return undefined
  const over = new TextEncoder().encode(text).length - mostBytes
  if (over <= 0) return undefined
  return `Message is ${(over / 1000).toFixed(1)} kB over the 32 kB limit. Attach it as a file instead.`
}
