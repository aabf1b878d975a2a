import { Button } from "../../kit/button.tsx"
import { useChange, useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { loadStyle } from "../ui/late-style.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressPanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DomainSection } from "./domain-section.tsx"
import address from "./domains.css?url"

View.style = loadStyle(address)

export function View() {
  const { go } = useAddress()
  const { data } = useRead("list-domains", {})
  const begin = () => go({ new: "1" })
  const attach = mayAs("admin") && <Button onClick={begin}>Add domain</Button>
  return (
    <Frame title="Domains" actions={attach}>
      <div className="domains">
        {data?.items.map((domain) => (
          <DomainSection key={domain.id} domain={domain} />
        ))}
      </div>
      {data?.items.length === 0 && (
        <Empty title="No domains yet" action={attach}>
          {mayAs("admin") ? "Use your own domain for short links." : "Ask an admin to add a domain for short links."}
        </Empty>
      )}
      {mayAs("admin") && (
        <AddressPanel by="new" title="Add domain">
          {(close) => <AttachForm onDone={close} />}
        </AddressPanel>
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
          ? { tone: "good", title: `${hostname} added` }
          : { tone: "good", title: `Add the DNS records of ${hostname}` },
      )
      onDone()
    },
  })
  return (
    <ActionForm change={attach} submit="Continue" toInput={({ domain = "" }) => ({ domain })}>
      <TextInput
        name="domain"
        label="Domain"
        placeholder="go.example.com"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
    </ActionForm>
  )
}
