import { createContext, type ReactNode, use } from "react"
import type { Cited } from "../../../../../server/src/contract/shown.ts"
import { here } from "../../console-data.ts"
import { RouteIcon } from "../../ui/icons.tsx"
import { CopyButton } from "../messages/copy-button.tsx"
import { OurLink } from "../messages/our-link.tsx"
import { findAddresses } from "./addresses.ts"
import { judgeLink } from "./link-rule.ts"

/** The external URLs that links of a conversation may lead to. */
export const NamedContext = createContext<ReadonlySet<string>>(new Set())

/** The things that `[[kind:id]]` may refer to. */
export const CitedContext = createContext<readonly Cited[]>([])

/** A written link, rendered as `judgeLink` decides. */
export function WrittenLink({ to, children }: { to: string; children: ReactNode }) {
  const judged = judgeLink(to, { origin: location.origin, base: here().base }, use(NamedContext))
  if (judged.is === "ours") return <OurLink path={judged.path}>{children}</OurLink>
  if (judged.is === "named") {
    return (
      <a href={judged.href} target="_blank" rel="noopener noreferrer">
        {children}
        {children === to || <small> ({judged.host})</small>}
      </a>
    )
  }
  return (
    <span className="foreign">
      {children}
      {judged.host !== "" && !String(children).includes(judged.host) && <small> ({judged.host})</small>}
      <CopyButton text={to} label="Copy URL" />
    </span>
  )
}

/** A conversation's secret URLs by their placeholders. */
export const AddressesContext = createContext<Readonly<Record<string, string>>>({})

/** Text with its placeholders replaced by the secret URLs. */
export function Words({ text }: { text: string }) {
  const addresses = use(AddressesContext)
  if (!text.includes("⟦")) return text
  return findAddresses(text, addresses).map(({ is, text: part }, at) =>
    is === "words" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts depend only on the text.
      <span key={at} className="foreign" dir="ltr">
        {part}
        <CopyButton text={part} label={`Copy ${part}`} />
      </span>
    ),
  )
}

const routeOf: Readonly<Record<Cited["kind"], string>> = {
  link: "links",
  doc: "docs",
  file: "drive",
  folder: "drive",
  offer: "offers",
  purchase: "purchases",
  "upload-link": "drive",
}

/** A link to a thing that the conversation has read; other ids stay text. */
export function CitedChip({ kind, id, text }: { kind: string; id: string; text: string }) {
  const found = use(CitedContext).find((cited) => cited.kind === kind && cited.id === id)
  if (!found || !/^\/(?!\/)/.test(found.path)) return text
  return (
    <OurLink path={`${here().base}${found.path}`} className="chip">
      <RouteIcon id={routeOf[found.kind]} />
      <bdi>{found.title}</bdi>
    </OurLink>
  )
}
