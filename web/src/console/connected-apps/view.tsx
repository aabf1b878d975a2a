import { Button, ButtonLink } from "../../kit/button.tsx"
import { type AnswerOf, listOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AppSection } from "./app-section.tsx"

export type Connection = AnswerOf<"list-workspace-connections">["items"][number]

/** The apps that act in the workspace: the reader's own, and for who manages those of every member. */
export function View() {
  const list = useList(listOf("list-workspace-connections", { limit: 100 }), ({ items }) => items)
  const apps = Map.groupBy(list.items, ({ app, member }) => `${member.accountId} ${app}`)
  const whose = mayAs("admin") ? "Apps that members have connected." : "Apps that you have connected."
  return (
    <Frame
      title="Connected apps"
      below={`${whose} When you end one here, its very next call in this workspace is refused.`}
      actions={
        <ButtonLink variant="default" href="/account/connections">
          Those of your account
        </ButtonLink>
      }
    >
      {list.isLoaded && apps.size === 0 && (
        <Empty
          title="No app is connected to this workspace"
          action={
            <ButtonLink variant="default" href="/auth.md">
              How apps connect
            </ButtonLink>
          }
        >
          An agent that connects asks its person first, who decides what it may do and where. It then shows up here.
          {!mayAs("admin") && " An admin sees the apps of other members, too."}
        </Empty>
      )}
      {[...apps].map(([key, connections]) => (
        <AppSection key={key} connections={connections} />
      ))}
      {list.hasMore && (
        <Button variant="subtle" onClick={list.onMore}>
          Older connections
        </Button>
      )}
    </Frame>
  )
}
