import type { ConsentPageData } from "../../../../server/src/contract/pages/consent.ts"
import { Frame } from "../../kit/frame.tsx"
import { Asks } from "./asks.tsx"
import { Decided } from "./decided.tsx"
import { Leads } from "./leads.tsx"

/** The OAuth consent page, before and after the person's answer. */
export function Page(data: ConsentPageData) {
  return <Frame width="narrow">{partOf(data)}</Frame>
}

function partOf(data: ConsentPageData) {
  if (data.step === "leads") return <Leads {...data} />
  return data.step === "decided" ? <Decided {...data} /> : <Asks {...data} />
}
