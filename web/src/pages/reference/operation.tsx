import type {
  Answer,
  FieldList,
  JsonExample,
  ReferenceOperation,
  TryField,
} from "../../../../server/src/contract/pages/developers.ts"
import { Button } from "../../kit/button.tsx"
import { Code } from "../developers/manual.tsx"
import { Causes, CodeWords, Fields } from "../developers/reference-parts.tsx"
import styles from "./operation.module.css"
import tryItStyles from "./try-it.module.css"

/** An operation: its fields and statuses, and beside them a sample, its answers, and a form to try it. */
export function OperationSection(operation: ReferenceOperation) {
  const { id, method, path, summary, description, inputs, requests, answers, tryFields } = operation
  return (
    <section className={styles.operation} id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a className="plain-link" href={`#${id}`}>
          {summary}
        </a>
      </h3>
      <p className={`wrap gap-2 ${styles.route}`}>
        <b data-method={method}>{method}</b> <code>{path}</code>
      </p>
      <p>
        <CodeWords>{description}</CodeWords>
      </p>
      <div className={styles.columns}>
        <div className={styles.beside}>
          <Samples {...operation} />
          {tryFields && <TryIt {...operation} tryFields={tryFields} />}
          <Examples title="Request bodies" examples={requests} />
          <Examples title="Response bodies" examples={answers.flatMap(({ examples }) => examples)} isFirstOpen />
        </div>
        <div>
          {inputs.map((list) => (
            <Inputs key={list.title} {...list} />
          ))}
          <h4>Responses</h4>
          {answers.map((answer) => (
            <StatusPart key={answer.status} {...answer} />
          ))}
        </div>
      </div>
    </section>
  )
}

function Inputs({ title, fields }: FieldList) {
  return (
    <>
      <h4>{title}</h4>
      <Fields fields={fields} />
    </>
  )
}

function StatusPart({ status, description, mediaType, headers, parts, causes }: Answer) {
  return (
    <details open={status === "200"} data-status={status}>
      <summary>
        <b>{status}</b> <CodeWords>{description}</CodeWords>
      </summary>
      {mediaType !== "" && mediaType !== "application/json" && (
        <p>
          <code>{mediaType}</code>
        </p>
      )}
      {headers.length > 0 && (
        <p>
          Headers:{" "}
          {headers.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
      {parts.map(({ description, fields }) => (
        <div key={description}>
          {description && (
            <p>
              <CodeWords>{description}</CodeWords>
            </p>
          )}
          <Fields fields={fields} />
        </div>
      ))}
      {causes.length > 0 && <Causes causes={causes} />}
    </details>
  )
}

function Samples({ id, samples }: ReferenceOperation) {
  return (
    <fieldset className={`wrap shrinks ${styles.samples}`} data-languages>
      <legend>Sample</legend>
      {samples.map(({ language, title }, at) => (
        <label key={language}>
          <input type="radio" name={`${id}-language`} value={language} defaultChecked={at === 0} />
          {title}
        </label>
      ))}
      {samples.map(({ language, code }) => (
        <div key={language} data-language={language}>
          <Code>{code}</Code>
        </div>
      ))}
    </fieldset>
  )
}

interface ExamplesProps {
  title: string
  examples: readonly JsonExample[]
  isFirstOpen?: boolean
}

function Examples({ title, examples, isFirstOpen = false }: ExamplesProps) {
  if (examples.length === 0) return null
  return (
    <div>
      <h4>{title}</h4>
      {examples.map(({ summary, json }, at) => (
        <details key={summary} open={isFirstOpen && at === 0} data-example>
          <summary>{summary}</summary>
          <pre>{json}</pre>
        </details>
      ))}
    </div>
  )
}

type Props = Pick<ReferenceOperation, "id" | "method" | "path"> & { tryFields: readonly TryField[] }

/** A form that sends the request. A GET works without scripts; the form of a POST is shown by them. */
function TryIt({ id, method, path, tryFields }: Props) {
  const isRead = method === "GET"
  return (
    <div className={tryItStyles.tryIt}>
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
