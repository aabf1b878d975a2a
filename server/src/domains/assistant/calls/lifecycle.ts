type CallState =
  | ("proposed" | "waiting" | "approved" | "running" | "done" | "failed" | "lost")
  | ("declined" | "expired" | "refused" | "undoing" | "undone")

interface Transition {
  readonly from: readonly CallState[]
  readonly to: CallState
  readonly stamps?: readonly "decided_at"[]
  readonly clears?: readonly "undo_refusal"[]
  readonly level?: "never" | "ask"
  /** When the approval card ends if its person does not answer. */
  readonly expires?: "in a day"
  /** A line is added to the workspace's record: the decision, the outcome, and the person's role. */
  readonly records?: "outcome"
  /** The approval card's summary from now on, unless the caller gives another. */
  readonly says?: string
}

const declined = { to: "declined", stamps: ["decided_at"], records: "outcome", says: "Not done" } as const

/** The transitions of a call, and all that each causes in its transaction. Each is one guarded update from `from`. */
export const callTransitions = {
  // The person has to be asked. A call that had begun has changed nothing: a write commits with its end.
  ask: { from: ["proposed", "running"], to: "waiting", level: "ask", expires: "in a day" },
  approve: { from: ["waiting"], to: "approved", stamps: ["decided_at"] },
  decline: { from: ["waiting"], ...declined },
  // The person asked something else, or stopped a run that waited for them.
  withdraw: { from: ["proposed", "waiting", "approved"], ...declined },
  // The person stopped a run that a process worked on. A killed process's write did not commit.
  cancel: { from: ["proposed", "waiting", "approved", "running"], ...declined },
  expire: {
    from: ["waiting"],
    to: "expired",
    records: "outcome",
    says: "Expired after 24 hours",
  },
  // The permissions forbid the call, the tool has changed since, or the arguments do not fit.
  refuse: {
    from: ["proposed", "approved", "running"],
    to: "refused",
    level: "never",
    records: "outcome",
    says: "Not allowed",
  },
  // A built-in tool. A process that takes over a killed process's run starts the call again: it did not commit.
  start: { from: ["proposed", "approved", "running"], to: "running" },
  // A tool of another server. The assistant never sends the same call twice by itself.
  send: { from: ["proposed", "approved"], to: "running" },
  // The permissions were narrowed before the other server was asked: the call is judged again.
  keepProposed: { from: ["running"], to: "proposed" },
  keepApproved: { from: ["running"], to: "approved" },
  complete: { from: ["running"], to: "done", records: "outcome" },
  fail: { from: ["running"], to: "failed", records: "outcome" },
  // One call of the plan failed, so none of them is done.
  failPlan: { from: ["approved", "running"], to: "failed", records: "outcome" },
  abandon: {
    from: ["proposed", "waiting", "approved", "running"],
    to: "failed",
    records: "outcome",
    says: "Not done: something went wrong",
  },
  // Another server was asked, and its answer never came.
  lose: {
    from: ["running"],
    to: "lost",
    records: "outcome",
    says: "Unknown result: check before trying again",
  },
  startUndo: { from: ["done"], to: "undoing", clears: ["undo_refusal"] },
  undo: { from: ["undoing"], to: "undone", stamps: ["decided_at"], records: "outcome" },
  // The write stays: its person stopped the undo, or the object has changed since.
  keep: { from: ["undoing"], to: "done" },
} as const satisfies Record<string, Transition>

export type CallTransition = keyof typeof callTransitions

export const effectsOfCall = (name: CallTransition): Transition => callTransitions[name]
