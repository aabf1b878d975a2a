import { useNavigate, useRouterState } from "@tanstack/react-router"
import { AboutChip } from "./about.tsx"
import { AssistantPage } from "./assistant-page.tsx"
import { NewQuestion } from "./new-question.tsx"

export function View() {
  const navigate = useNavigate()
  const { about } = useRouterState({ select: ({ location }) => location.state as { about?: string } })
  return (
    <AssistantPage>
      <NewQuestion about={about} onSent={(id) => navigate({ to: `/assistant/${id}` as never })}>
        <AboutChip path={about} onLeaveOut={() => navigate({ to: ".", state: {}, replace: true })} />
      </NewQuestion>
    </AssistantPage>
  )
}
