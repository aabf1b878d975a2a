/** A part of a message as it is stored. */
export type StoredPart =
  | { readonly type: "text"; readonly text: string }
  /** `isOut`: its person took it out of the conversation, and no model gets it any more. */
  | { readonly type: "file"; readonly id: string; readonly name: string; readonly isOut?: true }
  /** What the model wants back with the calls that it thought of; shown to nobody. */
  | { readonly type: "thinking"; readonly text: string; readonly extra?: unknown }
  | { readonly type: "call"; readonly id: string }
  /** What came before the message `upTo`, in short; a model is told this in its place. */
  | { readonly type: "summary"; readonly text: string; readonly upTo: string }
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string; readonly canRetry: boolean }

/** Why we say something in the model's place, or below what it said. */
export type NoticeCode =
  /** Its end did not arrive: a model is asked again without it. */
  | "cut_off"
  /** It reached the most that one step may say, and can be continued. */
  | "length"
  /** The whole answer reached a limit, and can be continued. */
  | "limit"
  /** The model would not answer: it is asked again without what it said. */
  | "declined"
  /** The model ended without a word and without a call. */
  | "nothing"
  | "failed"
  | "stopped"
  | "spent"
