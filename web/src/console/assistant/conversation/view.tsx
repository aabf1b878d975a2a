import { useNavigate, useParams } from "@tanstack/react-router"
import { AssistantPage } from "../assistant-page.tsx"
import { ConversationPane } from "../conversation-pane.tsx"
import { styleIsHere } from "../styles.ts"

View.style = styleIsHere

export function View() {
  const { id = "" } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <AssistantPage isOpen>
      <ConversationPane key={id} id={id} about={undefined} onDeleted={() => navigate({ to: "/assistant" as never })} />
    </AssistantPage>
  )
}
