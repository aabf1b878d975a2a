import { Notice } from "../../kit/notice.tsx"
import { useRead } from "../ask.ts"
import { loadStyle } from "../ui/late-style.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { EndpointPage } from "./endpoint-page.tsx"
import { EndpointSection } from "./endpoint-section.tsx"
import { NewEndpoint } from "./new-endpoint.tsx"
import address from "./webhooks.css?url"

View.style = loadStyle(address)

const about = (
  <>
    Send this workspace's events to your server. <a href="/developers/webhooks">Read the guide</a>
  </>
)

/** The workspace's webhook endpoints, or the one in the address with its deliveries. */
export function View() {
  const { search, go } = useAddress()
  const { data } = useRead("list-endpoints", {})
  const outcomes = useRead("list-endpoint-outcomes", {}).data?.items ?? []
  const open = data?.items.find(({ id }) => id === search.open)
  const outcomesOf = (id: string) => outcomes.find((one) => one.id === id)
  if (data && open) return <EndpointPage endpoint={open} types={data.types} outcomes={outcomesOf(open.id)} />
  const add = data && !data.isOff && <AddressButton label="Add endpoint" to={{ new: "1" }} />
  return (
    <Frame title="Webhooks" actions={add} below={about}>
      <div className="webhooks">
        {data?.isOff && (
          <Notice tone="note" title="This installation sends no webhooks.">
            Ask its operator to allow them.
          </Notice>
        )}
        {data?.items.map((endpoint) => (
          <EndpointSection
            key={endpoint.id}
            endpoint={endpoint}
            outcomes={outcomesOf(endpoint.id)}
            onOpen={() => go({ open: endpoint.id })}
          />
        ))}
        {data?.items.length === 0 && !data.isOff && (
          <Empty title="No endpoints yet" action={add}>
            An endpoint is an address of your server. It gets a signed request when something is sold, shared or
            changed.
          </Empty>
        )}
        {search.new === "1" && data && !data.isOff && (
          <SidePanel title="Add endpoint" onClose={() => go({ new: undefined })}>
            <NewEndpoint types={data.types} onOpen={(open) => go({ new: undefined, open })} />
          </SidePanel>
        )}
      </div>
    </Frame>
  )
}
