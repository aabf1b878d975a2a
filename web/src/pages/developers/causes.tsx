import type { Cause } from "../../../../server/src/contract/pages/developers.ts"
import { CodeWords } from "./code-words.tsx"

/** Refusals, each with its code, its message, and what to do. */
export function Causes({ causes, showsStatus = false }: { causes: readonly Cause[]; showsStatus?: boolean }) {
  return (
    <dl data-causes>
      {causes.map(({ status, code, message, hint }) => (
        <div key={`${status} ${message}`}>
          <dt>
            {showsStatus && <b>{status}</b>} <code>{code}</code> <CodeWords>{message}</CodeWords>
          </dt>
          {hint && (
            <dd>
              <CodeWords>{hint}</CodeWords>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
