import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { ButtonLink } from "../../../kit/button.tsx"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { Refusal } from "../../../kit/refusal.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, useRead } from "../../ask.ts"
import { Copied } from "../../ui/copied.tsx"
import { SidePanel } from "../../ui/panels/panel.tsx"
import { Facts } from "../../ui/values/facts.tsx"
import { State } from "../../ui/values/state.tsx"
import { boughtStateWords } from "./bought-state.ts"

export function BoughtSheet({ id, onClose }: { id: string; onClose(): void }) {
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
