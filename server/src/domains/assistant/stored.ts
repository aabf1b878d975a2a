export type StoredPart =
  | { readonly type: "text"; readonly text: string }
  /** `isRemoved`: the person removed it from the conversation, and no model gets it. */
  | { readonly type: "file"; readonly id: string; readonly name: string; readonly isRemoved?: true }
  /** The model's thinking, which its provider requires back along with the calls. No page shows it. */
  | { readonly type: "thinking"; readonly text: string; readonly extra?: unknown }
  /** `extra`: the provider's additions, which must be sent back. */
  | { readonly type: "call"; readonly id: string; readonly extra?: unknown }
  /** A summary of the messages before `upTo`. A model gets it in their place. */
  | { readonly type: "summary"; readonly text: string; readonly upTo: string }
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string; readonly canRetry: boolean }

/** Why this service writes a notice in place of the model's text, or below it. */
export type NoticeCode =
  /** The end of the text did not arrive. The next request to a model leaves the text out. */
  | "cut_off"
  /** The text reached the output limit of one step, and can be continued. */
  | "length"
  /** The run reached a limit, and can be continued. */
  | "limit"
  /** The model declined to answer. The next request leaves the declined text out. */
  | "declined"
  | "nothing"
  | "failed"
  | "stopped"
  | "spent"
