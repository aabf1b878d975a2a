import type { ReferenceOperation, TryField } from "../../../../server/src/contract/pages/developers.ts"
import { Button } from "../../kit/button.tsx"
import styles from "./try-it.module.css"

type Props = Pick<ReferenceOperation, "id" | "method" | "path"> & { tryFields: readonly TryField[] }

/** A form that sends the request. A GET works without scripts; the form of a POST is shown by them. */
export function TryIt({ id, method, path, tryFields }: Props) {
  const isRead = method === "GET"
  return (
    <div className={styles.tryIt}>
      <h4 id={`${id}-try`}>Try it</h4>
      <form
        className="stack gap-2-3"
        action="/developers/reference"
        aria-labelledby={`${id}-try ${id}-title`}
        data-try={method}
        data-path={path}
        hidden={!isRead}
      >
        {isRead && <input type="hidden" name="try" value={id} />}
        {tryFields.map(({ name, in: place, isRequired, value }) => (
          <label key={name} className="stack gap-1 smallest">
            {name}
            <input className="framed" name={name} data-in={place} defaultValue={value} required={isRequired} />
          </label>
        ))}
        <Button type="submit" variant="default" size="sm">
          Send
        </Button>
        <div className="smaller" role="status" />
      </form>
      {!isRead && <p>Needs JavaScript.</p>}
    </div>
  )
}
