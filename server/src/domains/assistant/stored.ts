/** A part of a message as it is stored. */
export type StoredPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly id: string; readonly name: string }
  /** What the model wants back with the calls that it thought of; shown to nobody. */
  | { readonly type: "thinking"; readonly text: string; readonly extra?: unknown }
  | { readonly type: "call"; readonly id: string }
  /** What came before the message `upTo`, in short; a model is told this in its place. */
  | { readonly type: "summary"; readonly text: string; readonly upTo: string }
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string; readonly canRetry: boolean }

/** Why we say something in the model's place. */
export type NoticeCode = "cut_off" | "failed" | "limit" | "stopped" | "spent"
