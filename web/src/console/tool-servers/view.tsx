import { type ReactNode, useEffect, useState } from "react"
import { Notice } from "../../kit/notice.tsx"
import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { loadStyle } from "../ui/late-style.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { AttachForm } from "./attach-form.tsx"
import { ReviewPanel } from "./review-panel.tsx"
import { ServerSection } from "./server-section.tsx"
import { type ListedToolServer, SignInRedirect, type SignInTarget } from "./sign-in-out.tsx"
import address from "./tool-servers.css?url"

View.style = loadStyle(address)

/** The workspace's tool servers: their states, pending reviews, and sign-ins. */
export function View() {
  const { search, go } = useAddress()
  const { data } = useRead("list-tool-servers", {})
  const [target, setTarget] = useState<SignInTarget>()
  useAnswer(data?.items)
  const mayAttach = mayAs("admin") && data?.isOff === false
  const attach = mayAttach && <AddressButton label="Add server" to={{ new: "1" }} />
  const open = mayAs("admin") ? data?.items.find(({ id }) => id === search.open) : undefined
  const close = () => {
    setTarget(undefined)
    go({ new: undefined, open: undefined })
  }
  return (
    <Frame title="Tool servers" actions={attach}>
      <div className="tool-servers">
        {data?.isOff && <Notice tone="note" title="Tool servers are turned off." />}
        {data?.items.map((server) => (
          <ServerSection
            key={server.id}
            server={server}
            onReview={() => go({ open: server.id })}
            onSignIn={setTarget}
          />
        ))}
        {data?.items.length === 0 && !data.isOff && <NoServers action={attach} />}
        {(target || (search.new === "1" && mayAttach)) && (
          <SidePanel title={target ? `Sign in to ${target.name}` : "Add server"} onClose={close}>
            {target ? <SignInRedirect {...target} /> : <AttachForm onSignIn={setTarget} onDone={close} />}
          </SidePanel>
        )}
        {open && !target && (
          <SidePanel title={`Tools of ${open.name}`} onClose={close}>
            <ReviewPanel id={open.id} />
          </SidePanel>
        )}
      </div>
    </Frame>
  )
}

function NoServers({ action }: { action: ReactNode }) {
  return (
    <Empty title="No tool servers yet" action={action}>
      Connect MCP servers to the assistant.{!mayAs("admin") && " Ask an admin to add one."}
    </Empty>
  )
}

/** Shows the result of a sign-in once, after the redirect back from the server. */
function useAnswer(servers: readonly ListedToolServer[] | undefined): void {
  const { search, go } = useAddress()
  const name = servers?.find(({ id }) => id === search.server)?.name
  useEffect(() => {
    if (search.answer === undefined || servers === undefined) return
    if (search.answer === "in") toast({ title: `Signed in to ${name ?? "the server"}` })
    else
      toast({
        tone: "bad",
        title: `Sign-in to ${name ?? "the server"} failed`,
        text: "The server refused it. Try again.",
      })
    go({ answer: undefined, server: undefined })
  }, [search.answer, servers, name, go])
}
