import { useNavigate, useRouterState } from "@tanstack/react-router"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { useRead } from "../ask.ts"
import { AboutChip } from "./about.tsx"
import { canAsk } from "./ask/can-ask.ts"
import { NewQuestion } from "./ask/new-question.tsx"
import { AssistantPage } from "./assistant-page.tsx"
import { styleIsHere } from "./styles.ts"

const ConnectModel = loadWhenShown(async () => (await import("./ask/connect-model.tsx")).ConnectModel)

View.style = styleIsHere

export function View() {
  const navigate = useNavigate()
  const { about } = useRouterState({ select: ({ location }) => location.state as { about?: string } })
  const { data } = useRead("get-assistant-settings", {})
  return (
    <AssistantPage>
      {data && !canAsk(data) && (
        <WhileLoading>
          <ConnectModel {...data} />
        </WhileLoading>
      )}
      {data && canAsk(data) && (
        <NewQuestion model={data.model} about={about} onSent={(id) => navigate({ to: `/assistant/${id}` as never })}>
          <AboutChip path={about} onLeaveOut={() => navigate({ to: ".", state: {}, replace: true })} />
        </NewQuestion>
      )}
    </AssistantPage>
  )
}
