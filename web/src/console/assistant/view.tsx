import { useNavigate } from "@tanstack/react-router"
import { useAddress } from "../ui/use-address.ts"
import { About } from "./about.tsx"
import { AssistantPage } from "./assistant-page.tsx"
import { NewQuestion } from "./new-question.tsx"

/** A new question, beside the conversations that there are. */
export function View() {
  const { search, go } = useAddress()
  const navigate = useNavigate()
  return (
    <AssistantPage>
      <NewQuestion about={search.about} onSent={(id) => navigate({ to: `/assistant/${id}` as never })}>
        <About path={search.about} onLeaveOut={() => go({ about: undefined })} />
      </NewQuestion>
    </AssistantPage>
  )
}
