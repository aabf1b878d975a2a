type State = "queued" | "running" | "waiting" | "done" | "stopped" | "failed"

interface Transition {
  readonly from: readonly State[]
  readonly to: State
  /** The actor: the process that has the lease, one that finds no valid lease, or the person's action. */
  readonly by: "its process" | "a new process" | "an action"
  readonly tells?: "person"
}

/**
 * The transitions of a run, and all that each causes in its transaction. Each is one guarded update from `from`. Every
 * one but `take` ends the lease.
 */
export const runTransitions = {
  // A process takes a queued run, or one whose lease has expired.
  take: { from: ["queued", "running"], to: "running", by: "a new process" },
  wait: { from: ["running"], to: "waiting", by: "its process" },
  // The person decided while the process was about to wait for them.
  requeue: { from: ["running"], to: "queued", by: "its process" },
  complete: { from: ["running"], to: "done", by: "its process", tells: "person" },
  fail: { from: ["running"], to: "failed", by: "its process", tells: "person" },
  stop: { from: ["running"], to: "stopped", by: "its process" },
  // The person decided about the calls that the run waited for.
  resume: { from: ["waiting"], to: "queued", by: "an action" },
  // The person stopped a run that no process works on, or asked something else.
  withdraw: { from: ["queued", "waiting"], to: "stopped", by: "an action" },
  // The last approval card of the run has expired.
  expire: { from: ["waiting"], to: "stopped", by: "an action" },
} as const satisfies Record<string, Transition>

export type RunTransition = keyof typeof runTransitions

export type RunEnd = "complete" | "fail" | "stop"

export const effectsOfRun = (name: RunTransition): Transition => runTransitions[name]
