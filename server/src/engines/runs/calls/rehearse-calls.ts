import type { App } from "#access/perform.ts"
import type { ShownCall } from "#domains/assistant/on-demand.ts"
import { hideSecrets } from "../model/handles.ts"
import type { Engine } from "../state/engine.ts"
import { type Permitted, performAs } from "./permitted.ts"
import { rehearsing, together } from "./rehearse.ts"
import { resultFacts, toRefusal } from "./result.ts"
import { undoOf } from "./undo.ts"

type Json = Readonly<Record<string, unknown>>
type Rehearsal = NonNullable<ShownCall["rehearsal"]>

/** Rolls the calls back. The calls of a plan share a transaction. Null for a call that cannot be tried. */
export async function rehearseCalls(
  engine: Engine,
  calls: readonly Permitted[],
  isPlan: boolean,
): Promise<(string | null)[]> {
  const app = rehearsing(engine.app)
  if (!isPlan)
    return Promise.all(calls.map(async (call) => write(call.tool.isRehearsed ? await rehearse(app, call) : null)))
  const found: (string | null)[] = []
  await together(app, async (inside) => {
    found.length = 0
    for (const call of calls) found.push(write(await rehearse(inside, call)))
  }).catch((thrown: unknown) =>
    engine.app.log.warn({ error: String(thrown) }, "A plan could not be rehearsed to its end."),
  )
  return calls.map((_, index) => found[index] ?? null)
}

const write = (rehearsal: Rehearsal | null) => (rehearsal === null ? null : JSON.stringify(rehearsal))

async function rehearse(app: App, permitted: Permitted): Promise<Rehearsal> {
  const { tool, call } = permitted
  try {
    const input = JSON.parse(call.arguments)
    const output = (await performAs(app, permitted, { input })) as Json
    const facts = resultFacts(tool, { input, output }).map(({ label, value }) => ({ label, value: masked(app, value) }))
    const isForGood = typeof undoOf(tool, { input, output, before: undefined }) === "string"
    return { outcome: "would", facts, ...(isForGood && { isForGood }) }
  } catch (thrown) {
    return { outcome: "refused", text: toRefusal(app, thrown).summary }
  }
}

/** Replaces secret addresses: their random part will differ in the real run. */
const masked = (app: App, value: string) => hideSecrets(app, value, {}).text.replace(/⟦address \d+⟧/g, "a new URL")
