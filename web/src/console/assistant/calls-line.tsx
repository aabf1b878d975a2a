import type { ShownCall } from "../../../../server/src/domains/assistant/shown.ts"
import { State } from "../ui/state.tsx"
import { Arguments } from "./card/arguments.tsx"
import { FactList } from "./card/fact-list.tsx"
import { stateOf } from "./card/state-words.ts"
import { VisibleText } from "./card/visible-text.tsx"
import { isAllWell, lineOf } from "./group-parts.ts"

/** What was looked at on the way, in one line that unfolds. */
export function CallsLine({ calls }: { calls: readonly ShownCall[] }) {
  return (
    <details className="calls">
      <summary>
        <VisibleText text={lineOf(calls)} />
        {!isAllWell(calls) && <State words="Not all of it worked" tone="note" />}
      </summary>
      <div>
        {calls.map((call) => (
          <section key={call.id} aria-label={call.title}>
            <p>
              <strong dir="auto">
                <VisibleText text={call.title} />
              </strong>{" "}
              <State {...stateOf[call.state]} />
              {call.server && <small dir="ltr"> {call.server.host}</small>}
            </p>
            {call.state !== "done" && call.why !== "" && <p className="quiet">{call.why}</p>}
            <Arguments call={call} />
            <FactList facts={call.facts} label="What came of it" />
          </section>
        ))}
      </div>
    </details>
  )
}
