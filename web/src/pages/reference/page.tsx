import type { Reference, ReferenceData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Kept, ManualPage } from "../developers/manual.tsx"
import { Causes, CodeWords, described, Fields, ReferenceFacts } from "../developers/reference-parts.tsx"
import { OperationSection } from "./operation.tsx"
import styles from "./page.module.css"

/** The reference of the REST API, from `openapi.json`. */
export function Page({ reference }: ReferenceData) {
  return (
    <Frame width="broad" offersSignIn>
      <Kept by={reference} draw={() => <Whole {...reference} />} />
    </Frame>
  )
}

function Whole({ manual, introduction, baseUrl, version, tags, operations, ...shared }: Reference) {
  return (
    <ManualPage manual={manual} title="API reference" below={introduction[0]}>
      <ReferenceFacts facts={{ "Base URL": <code>{baseUrl}</code>, Version: <code>{version}</code>, ...described }} />
      <ul className={styles.introduction}>
        {introduction.slice(1).map((sentence) => (
          <li key={sentence}>
            <CodeWords>{sentence}</CodeWords>
          </li>
        ))}
      </ul>
      {tags.map(({ name, description }) => (
        <section key={name} className={styles.tag} aria-labelledby={name.toLowerCase()}>
          <h2 id={name.toLowerCase()}>{name}</h2>
          <p>{description}</p>
          {operations
            .filter(({ tag }) => tag === name)
            .map((operation) => (
              <OperationSection key={operation.id} {...operation} />
            ))}
        </section>
      ))}
      <SharedParts {...shared} />
    </ManualPage>
  )
}

type Shared = Pick<Reference, "shared" | "everyHeader" | "headers" | "errorFields">

function SharedParts({ shared, everyHeader, headers, errorFields }: Shared) {
  const [first = "", ...statuses] = shared.description.split("\n- ")
  return (
    <>
      <section className={styles.tag} aria-labelledby="errors">
        <h2 id="errors">Errors of every operation</h2>
        <p>{first}</p>
        <ul>
          {statuses.map((status) => (
            <li key={status}>
              <CodeWords>{status}</CodeWords>
            </li>
          ))}
        </ul>
        <Causes causes={shared.causes} showsStatus />
        <h3>Fields of an error</h3>
        <Fields fields={errorFields} />
        <p>
          Headers besides those of every response: <CodeWords>{listed(shared.headers)}</CodeWords>.
        </p>
      </section>
      <section className={styles.tag} aria-labelledby="headers">
        <h2 id="headers">Response headers</h2>
        <p>
          Every response may have <CodeWords>{listed(everyHeader)}</CodeWords>. Each status lists its other headers.
        </p>
        <Fields fields={headers} />
      </section>
    </>
  )
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ")
