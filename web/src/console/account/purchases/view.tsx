import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { ButtonLink } from "../../../kit/button.tsx"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { When } from "../../../kit/when.tsx"
import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { here } from "../../console-data.ts"
import { purchaseStateWords } from "../../purchases/purchase-state.ts"
import { Copied } from "../../ui/copied.tsx"
import { moneyColumn, type TableColumn, textColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { SidePanel } from "../../ui/panels/panel.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Facts } from "../../ui/values/facts.tsx"
import { State, type StateWords } from "../../ui/values/state.tsx"

const columns: readonly TableColumn<Bought>[] = [
  { title: "Product", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "Status", width: "12rem", cell: (bought) => <State {...boughtStateWords(bought)} /> },
  textColumn("Seller", ({ sellerName }) => sellerName),
  moneyColumn("Price", ({ amountCents }) => amountCents),
  timeColumn("Date", ({ createdAt }) => createdAt),
]

export function View() {
  const { search, go } = useAddress()
  return (
    <ListFrame
      title="Purchases"
      below={
        <>
          Bought with <bdi>{here().visitor.email}</bdi>
        </>
      }
      list={useList("list-bought", {})}
      columns={columns}
      empty={<Empty title="No purchases yet">Products you buy with this email appear here.</Empty>}
      onOpen={({ id }) => go({ open: id })}
    >
      <p className="apart">Bought with another email? Sign in with it to see those purchases.</p>
      {search.open && <BoughtSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </ListFrame>
  )
}

function BoughtSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { data: bought, error } = useRead("get-bought", { id })
  return (
    <SidePanel title={bought?.title ?? "Purchase"} onClose={onClose}>
      {error && <Refusal error={error} />}
      {!bought && !error && <Spinner label="Loading purchase…" />}
      {bought && <Known bought={bought} />}
    </SidePanel>
  )
}

function Known({ bought }: { bought: AnswerOf<"get-bought"> }) {
  const { sellerName, amountCents, currency, createdAt, files, deliveryUrl } = bought
  return (
    <>
      <Facts
        facts={[
          ["Status", <State key="state" {...boughtStateWords(bought)} />],
          ["Seller", sellerName],
          ["Price", formatAmount(amountCents, currency)],
          ["Created", <When key="begun" at={createdAt} />],
          [
            "Files",
            files.length > 0 && (
              <ul key="files" className="stack">
                {files.map((name) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {deliveryUrl && (
        <>
          <div>
            <ButtonLink href={deliveryUrl}>Open files</ButtonLink>
          </div>
          <p>Anyone with this link can open the files.</p>
          <Copied text={deliveryUrl} />
        </>
      )}
    </>
  )
}

type Bought = AnswerOf<"list-bought">["items"][number]

/** The words of a purchase's state for its buyer, who does not review payments. */
function boughtStateWords(bought: Pick<Bought, "state" | "isRevoked">): StateWords {
  return purchaseStateWords(bought, { fulfil_failed: { words: "Under review", tone: "note" } })
}
