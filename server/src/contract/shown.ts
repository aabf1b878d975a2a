/** A conversation as its page shows it. The snapshot holds it, and the stream's events update it. */
export interface ShownConversation {
  readonly id: string
  readonly title: string
  /** The messages of the shown branch, first message first. */
  readonly messages: readonly ShownMessage[]
  readonly run: ShownRun | null
  /** Names of things written by outsiders that the conversation has read, such as a file's name. */
  readonly outsiders: readonly string[]
  readonly model: ShownModel
  /** Secret addresses by their placeholders in the texts, such as `⟦address 1⟧`. No model gets the addresses. */
  readonly addresses: Readonly<Record<string, string>>
}

/** A workspace's model. `commands`: built-in commands answer; `none`: nothing answers until an owner enters a key. */
export interface ShownModel {
  readonly name: string
  readonly kind: "model" | "commands" | "none"
}

export interface ShownRun {
  readonly id: string
  /** `waiting`: at least one call needs the person's approval. */
  readonly state: "queued" | "running" | "waiting" | "stopping"
  /** True while the model thinks, before it writes text. */
  readonly isThinking: boolean
}

export interface ShownMessage {
  readonly id: string
  readonly role: "person" | "assistant"
  readonly parts: readonly ShownPart[]
  /** The ids of this message and its siblings, oldest first: one for each branch. */
  readonly branches: readonly string[]
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Tokens of the model request that made it. */
  readonly usage: { readonly input: number; readonly output: number } | null
}

export type ShownPart =
  /** Markdown. `cited` are the objects that the text names as `[[kind:id]]` and that the conversation has read. */
  | { readonly type: "text"; readonly text: string; readonly cited: readonly Cited[] }
  /** `isRemoved`: the person removed it from the conversation, and no model gets it. */
  | { readonly type: "file"; readonly id: string; readonly name: string; readonly isRemoved?: true }
  | { readonly type: "call"; readonly call: ShownCall }
  /** A sentence of this service: a limit was reached, the answer was cut off, the model cannot be reached. */
  | { readonly type: "notice"; readonly code: string; readonly text: string; readonly canRetry: boolean }

export interface Cited {
  readonly kind: "link" | "doc" | "file" | "folder" | "offer" | "purchase" | "upload-link"
  readonly id: string
  readonly title: string
  /** A path below the workspace's address, such as `/links?open=lnk_1`. */
  readonly path: string
}

export type CallState =
  | "proposed"
  | "waiting"
  | "approved"
  | "running"
  | "done"
  | "failed"
  | "lost"
  | "declined"
  | "expired"
  | "refused"
  | "undone"

export interface ShownCall {
  readonly id: string
  /** The built-in tool's name, or `s1__name` for a tool of a tool server. */
  readonly tool: string
  /** A title that reads like a button: "Create a short link". */
  readonly title: string
  readonly isWrite: boolean
  readonly state: CallState
  /** The object as it was before the call: names, places, and the content that the call removes. */
  readonly about: readonly Fact[]
  /** All arguments, as they will run. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The tool server that gets the arguments, null for a built-in tool; `asWhom` is null without a sign-in. */
  readonly server: { readonly name: string; readonly host: string; readonly asWhom: string | null } | null
  /** The result of a trial that was rolled back; null without a trial. `isForGood`: no undo would be possible. */
  readonly rehearsal:
    | { readonly outcome: "would"; readonly facts: readonly Fact[]; readonly isForGood?: true }
    | { readonly outcome: "refused"; readonly text: string }
    | null
  /** Why it asks, or why it was refused. */
  readonly why: string
  /** Possible answers besides "Allow once" and "Don't". */
  readonly offers: readonly ("conversation" | "always")[]
  /** Calls of one plan are approved together, all or nothing. */
  readonly plan: string | null
  readonly expiresAt: number | null
  readonly summary: string
  readonly facts: readonly Fact[]
  /** Whether an undo will be possible, before the call is done; whether it still is, afterwards. */
  readonly canUndo: boolean
  readonly undoRefusal: string | null
}

/** A line of a card: `value` is plain text; `path` leads to it in the console. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly path?: string
}

/** The events of the stream by name. Each has a `seq`, one more than the last; on a gap the page needs a snapshot. */
export interface StreamEvents {
  snapshot: ShownConversation
  /** A new message at the end, or the replacement of a whole message. */
  message: ShownMessage
  /** Text to append to the last part of a message. It begins a new part unless the last part is text. */
  text: { readonly message: string; readonly text: string }
  /** The replacement of a call in its message, or a new call at its end. */
  call: { readonly message: string; readonly call: ShownCall }
  run: ShownRun | null
}
