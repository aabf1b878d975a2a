/** What was typed and attached, and not sent yet. */
export interface Draft {
  readonly text: string
  readonly files: readonly { readonly id: string; readonly name: string }[]
}

const nothing: Draft = { text: "", files: [] }
const drafts = new Map<string, Draft>()

/** What was typed into a conversation (empty for a new one) since the document came. It is kept nowhere else. */
export function draftOf(conversationId: string): Draft {
  return drafts.get(conversationId) ?? nothing
}

/** Keeps what is typed, for when its page is come back to. */
export function keepDraft(conversationId: string, draft: Draft): void {
  if (draft.text === "" && draft.files.length === 0) drafts.delete(conversationId)
  else drafts.set(conversationId, draft)
}

/** As much as the service takes in one message, in bytes of UTF-8. */
const mostBytes = 32_000

/** What is wrong with a text that is to be sent; undefined where nothing is. */
export function tooLong(text: string): string | undefined {
  // No character has more than three bytes for each of its units.
  if (text.length * 3 <= mostBytes) return undefined
  const over = new TextEncoder().encode(text).length - mostBytes
  if (over <= 0) return undefined
  return `This is ${(over / 1000).toFixed(1)} kB too long: a message has room for 32 kB. Put it into the drive and attach it.`
}
