import type {
  EventFamily,
  EventGroup,
  EventReference,
  EventsData,
} from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Kept, ManualPage } from "../developers/manual.tsx"
import { CodeWords, described, Fields, ReferenceFacts } from "../developers/reference-parts.tsx"
import shared from "../reference/operation.module.css"
import page from "../reference/page.module.css"
import styles from "./page.module.css"

/** The reference of the events of webhooks, from `openapi.json`. */
export function Page({ reference }: EventsData) {
  return (
    <Frame width="broad" offersSignIn>
      <Kept by={reference} draw={() => <Whole {...reference} />} />
    </Frame>
  )
}

function Whole({ manual, about, families, ...request }: EventReference) {
  return (
    <ManualPage manual={manual} title="Event reference" below={about}>
      <ReferenceFacts facts={{ Guide: <a href="/developers/webhooks">Webhooks</a>, ...described }} />
      <RequestSection {...request} />
      {families.map((family) => (
        <FamilySection key={family.id} {...family} />
      ))}
    </ManualPage>
  )
}

type RequestProps = Pick<EventReference, "headers" | "envelope" | "responses">

function RequestSection({ headers, envelope, responses }: RequestProps) {
  return (
    <section className={page.tag} aria-labelledby="request">
      <h2 id="request">Request</h2>
      <p>{envelope.description}</p>
      <div className={shared.columns}>
        <div>
          <h3>Headers</h3>
          <Fields fields={headers} />
          <h3>Your response</h3>
          <dl data-causes>
            {responses.map(({ status, description }) => (
              <div key={status}>
                <dt>
                  <b>{status}</b> <CodeWords>{description}</CodeWords>
                </dt>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{envelope.title}</h3>
          <Fields fields={envelope.fields} />
        </div>
      </div>
    </section>
  )
}

function FamilySection({ id, title, groups }: EventFamily) {
  return (
    <section className={page.tag} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {groups.map((group) => (
        <Group key={group.events[0]?.type} {...group} />
      ))}
    </section>
  )
}

/** The types of a group, the fields of their data once, and an example of each type. */
function Group({ events, fields }: EventGroup) {
  return (
    <div className={styles.group}>
      {events.map(({ type, sentence }) => (
        <section key={type} id={type} aria-labelledby={`${type}-title`}>
          <h3 id={`${type}-title`}>
            <a className="plain-link" href={`#${type}`}>
              <code>{type}</code>
            </a>
          </h3>
          <p className="muted">
            <CodeWords>{sentence}</CodeWords>
          </p>
        </section>
      ))}
      <div className={shared.columns}>
        <div>
          <h4>Data</h4>
          <Fields fields={fields} />
        </div>
        <div className={shared.beside}>
          <h4>{events.length === 1 ? "Example" : "Examples"}</h4>
          {events.map(({ type, example }, at) => (
            <details key={type} open={at === 0} data-example={type}>
              <summary>{type}</summary>
              <pre>{example}</pre>
            </details>
          ))}
        </div>
      </div>
    </div>
  )
}
