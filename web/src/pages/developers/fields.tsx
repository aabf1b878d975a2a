import type { DescribedField } from "../../../../server/src/contract/pages/developers.ts"
import { CodeWords } from "./code-words.tsx"

/** The fields of a request or a response: name, type, and what each means. */
export function Fields({ fields }: { fields: readonly DescribedField[] }) {
  return (
    <dl data-fields>
      {fields.map(({ name, type, isRequired, description, limits }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span>{isRequired ? type : `${type}, optional`}</span>
          </dt>
          {(description || limits.length > 0) && (
            <dd>
              <CodeWords>{description}</CodeWords>
              {limits.length > 0 && (
                <small>
                  <CodeWords>{limits.join(" · ")}</CodeWords>
                </small>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
