import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"
import { DomainSection } from "./domain-section.tsx"

export function View() {
  const { search, go } = useAddress()
  const { data } = useQuery(readOf("list-domains", {}))
  const begin = () => go({ new: "1" })
  const close = () => go({ new: undefined })
  const attach = mayAs("admin") && <Button onClick={begin}>Attach a domain</Button>
  return (
    <Frame title="Domains" below="Short links can live on a domain of yours." actions={attach}>
      {data?.items.map((domain) => (
        <DomainSection key={domain.id} domain={domain} />
      ))}
      {data?.items.length === 0 && (
        <Empty title="Links under your own name" action={attach}>
          Attach a domain such as go.example.com. You are shown two records to add where the domain is managed; once
          they are found, it is yours here.
          {!mayAs("admin") && " An admin of the workspace can do this."}
        </Empty>
      )}
      {search.new === "1" && mayAs("admin") && (
        <SidePanel title="Attach a domain" onClose={close}>
          <AttachForm onDone={close} />
        </SidePanel>
      )}
    </Frame>
  )
}

function AttachForm({ onDone }: { onDone(): void }) {
  const attach = useChange("attach-domain", {
    makesStale: ["list-domains"],
    isForm: true,
    onDone: ({ domain: { hostname, state } }) => {
      toast(
        state === "attached"
          ? { tone: "good", title: `${hostname} is attached.` }
          : { tone: "good", title: `Now add the records of ${hostname}.` },
      )
      onDone()
    },
  })
  return (
    <ActionForm change={attach} submit="Show me its records" toInput={({ domain = "" }) => ({ domain })}>
      <TextInput
        name="domain"
        label="Domain"
        description="The bare name, such as go.example.com."
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
    </ActionForm>
  )
}
