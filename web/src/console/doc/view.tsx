import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, Link as Way } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, readOf } from "../ask.ts"
import { useTrashDoc } from "../docs/use-trash-doc.ts"
import { mayAs } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { DocText } from "./doc-text.tsx"
import styles from "./view.module.css"

/** One doc as it reads. */
export function View() {
  const { id = "" } = useParams({ strict: false })
  const { data: doc, error } = useQuery(readOf("get-doc", { id }))
  return (
    <div className={styles.page}>
      <Way className={styles.back ?? ""} to="/docs">
        ← Docs
      </Way>
      {doc ? <Doc doc={doc} /> : error && <Refusal error={error} />}
    </div>
  )
}

function Doc({ doc }: { doc: AnswerOf<"get-doc"> }) {
  const trash = useTrashDoc()
  const navigate = useNavigate()
  const remove = () => {
    trash(doc)
    navigate({ to: "/docs" })
  }
  return (
    <Frame
      title={`${doc.emoji ?? ""} ${doc.title}`.trim()}
      below={
        <>
          Changed <When at={doc.updatedAt} />
        </>
      }
      actions={
        mayAs("member") && (
          <Button size="sm" variant="default" onClick={remove}>
            Put into the trash
          </Button>
        )
      }
    >
      <article className={styles.text} dir="auto">
        <DocText body={doc.body} />
      </article>
    </Frame>
  )
}
