/** What the page of a conversation shows, as the snapshot has it and as the stream keeps it up to date. */
export interface ShownConversation {
  readonly id: string
  readonly title: string
  /** From the first message to the present end of the branch that is looked at. */
  readonly messages: readonly ShownMessage[]
  /** Null while nothing goes on. */
  readonly run: ShownRun | null
  /** What was read that people outside the workspace wrote: words for people, such as a file's name. */
  readonly outsiders: readonly string[]
  readonly model: { readonly name: string; readonly isModel: boolean }
  /** What stands in its texts as `⟦address 1⟧`, by that: for its person's eyes, and for no model. */
  readonly addresses: Readonly<Record<string, string>>
}

export interface ShownRun {
  readonly id: string
  /** `waiting`: for the person's word on at least one call. */
  readonly state: "queued" | "running" | "waiting" | "stopping"
  /** While a model thinks, before it says anything. */
  readonly isThinking: boolean
}

export interface ShownMessage {
  readonly id: string
  readonly role: "person" | "assistant"
  readonly parts: readonly ShownPart[]
  /** The ids of all messages that stand in this place, itself included, oldest first: one for each branch. */
  readonly branches: readonly string[]
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Tokens that its step took. */
  readonly usage: { readonly input: number; readonly output: number } | null
}

export type ShownPart =
  /** Markdown. `cited` are the objects that `[[kind:id]]` in the text may name: what was really read. */
  | { readonly type: "text"; readonly text: string; readonly cited: readonly Cited[] }
  /** `isOut`: its person took it out of the conversation, and no model gets it any more. */
  | { readonly type: "file"; readonly id: string; readonly name: string; readonly isOut?: true }
  | { readonly type: "call"; readonly call: ShownCall }
  /** A sentence of ours: a limit was reached, the answer was cut off, the model cannot be reached. */
  | { readonly type: "notice"; readonly code: string; readonly text: string; readonly canRetry: boolean }

export interface Cited {
  readonly kind: "link" | "doc" | "file" | "folder" | "offer" | "purchase" | "upload-link"
  readonly id: string
  readonly title: string
  /** A path of ours below the workspace, such as `/links?open=lnk_1`. */
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
  /** The tool's name in the table; of a custom one `s1__name`. */
  readonly tool: string
  /** What it does, as a button would say it: "Create a short link". */
  readonly title: string
  readonly isWrite: boolean
  readonly state: CallState
  /** What it is about, as it was before the call: names, places, and what would be lost. */
  readonly about: readonly Fact[]
  /** All of them, as they will run. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** For a custom tool: whose it is, where the arguments go, and as whom; `asWhom` is null without a sign-in. */
  readonly server: { readonly name: string; readonly host: string; readonly asWhom: string | null } | null
  /** What came of trying it and taking it back; null where it was not tried. `isForGood`: no undo would be possible. */
  readonly rehearsal:
    | { readonly outcome: "would"; readonly facts: readonly Fact[]; readonly isForGood?: true }
    | { readonly outcome: "refused"; readonly text: string }
    | null
  /** Why it asks, or why it was refused. */
  readonly why: string
  /** What may be answered besides "Allow once" and "Don't". */
  readonly offers: readonly ("conversation" | "always")[]
  /** Calls of one plan are approved together, all or nothing. */
  readonly plan: string | null
  readonly expiresAt: number | null
  /** One line on what came of it: "Looked at 25 links". */
  readonly summary: string
  readonly facts: readonly Fact[]
  /** Before it is done: whether it will be possible. Afterwards: whether it still is. */
  readonly canUndo: boolean
  /** Why it could not be undone, or not any more. */
  readonly undoRefusal: string | null
}

/** A line of a card: `value` is plain text; `path` leads to it in the console. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly path?: string
}

/** The events of the stream, by their names. Every one has a `seq`, one more than the last; a gap asks for a snapshot. */
export interface StreamEvents {
  snapshot: ShownConversation
  /** A new message at the end, or one that is replaced as a whole. */
  message: ShownMessage
  /** More text at the end of the last text part of a message, or a new text part if the last is none. */
  text: { readonly message: string; readonly text: string }
  /** A call that is replaced in its message, or stands at its end. */
  call: { readonly message: string; readonly call: ShownCall }
  run: ShownRun | null
}
