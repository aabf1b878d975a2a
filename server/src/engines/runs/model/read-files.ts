import { perform } from "#access/perform.ts"
import type { PersonPart } from "#adapters/models/port.ts"
import { type Handles, readAttachment } from "#domains/assistant/on-demand.ts"
import { callerFor } from "../state/caller.ts"
import type { Engine } from "../state/engine.ts"
import type { RunState } from "../state/load-run.ts"
import { cleanLines } from "./clean-result.ts"
import { hideSecrets } from "./handles.ts"
import { type ReadFile, sinceSummary } from "./to-messages.ts"

/** Reads with the permissions of the run's person. The placeholders include those for addresses in the files. */
export async function readFiles({ app }: Engine, state: RunState): Promise<{ readFile: ReadFile; handles: Handles }> {
  const { messages } = sinceSummary(state.messages)
  const attached = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "file" && !part.isRemoved ? part : [])),
  )
  const caller = callerFor(state, { epoch: 0, may: [readAttachment] })
  const read = new Map<string, PersonPart>()
  let { handles } = state
  for (const { id, name } of attached) {
    if (read.has(id)) continue
    const found = await perform({ app, caller }, readAttachment, { id }).catch((error: unknown) => {
      app.log.error({ error: String(error) }, "An attached file could not be read.")
      return { kind: "none" as const, why: "It couldn't be read." }
    })
    if (found.kind === "bytes") read.set(id, { type: "file", name, mediaType: found.mediaType, bytes: found.bytes })
    else {
      const whole = hideSecrets(app, found.kind === "text" ? found.text : "", handles) // before a long line is cut
      const said = found.kind === "text" ? cleanLines(whole.text) : found.why
      const hidden = hideSecrets(app, JSON.stringify({ attached_file: name, [found.kind]: said }), whole.handles)
      handles = hidden.handles
      read.set(id, { type: "text", text: hidden.text })
    }
  }
  const none = "It was deleted."
  const readFile: ReadFile = (id, name) =>
    read.get(id) ?? { type: "text", text: JSON.stringify({ attached_file: name, none }) }
  return { readFile, handles }
}
