import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Section } from "../../kit/section.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { Copied } from "../ui/copied.tsx"

/** The HTML of the offer's buy button, for other sites. */
export function OfferButton({ payUrl }: { payUrl: string }) {
  const { origin } = new URL(payUrl)
  const html = `<a href="${payUrl}" data-atelier-buy>Buy</a><script src="${origin}/buy.js" async></script>`
  return (
    <Section title="Buy button" below={<Where />}>
      <Copied text={html} />
    </Section>
  )
}

/** Says on which sites the button opens the checkout. */
function Where() {
  const sites = useQuery(readOf("get-own-workspace", {})).data?.sites ?? []
  return (
    <>
      {sites.length === 0
        ? "Paste this HTML into your site. The button leads to the pay page; on sites that you list, it opens the checkout there."
        : `Paste this HTML into your site. The button opens the checkout on ${sites.join(", ")}. Elsewhere it leads to the pay page.`}{" "}
      {mayAs("admin") && <Link to="/settings">Edit sites</Link>}
    </>
  )
}
