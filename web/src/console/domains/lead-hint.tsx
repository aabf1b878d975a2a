import type { ListedDomain } from "./domain-records.tsx"

const strict = "set SSL/TLS to “Full (strict)”"

/** Says what to set where a proxy is in front of a name, or where the name leads elsewhere. */
export function LeadHint({ domain }: { domain: ListedDomain }) {
  const hint = hintOf(domain)
  return hint === "" ? null : <p className="muted smaller">{hint}</p>
}

function hintOf({ leads, proxy, foreignAddresses, records }: ListedDomain): string {
  if (leads === "through_proxy") {
    return proxy === "cloudflare"
      ? `The domain leads here through Cloudflare’s proxy. There, ${strict}: with “Flexible”, links redirect in a loop. Or set its DNS record to “DNS only”.`
      : "The domain leads here through a proxy. It must connect to us over HTTPS, or links redirect in a loop."
  }
  if (leads === "here" || foreignAddresses.length === 0) return ""
  if (proxy === "cloudflare") {
    return `Cloudflare’s proxy answers for the domain, and does not lead here. Set its DNS record to “DNS only”, or keep the proxy, point the record here and ${strict}.`
  }
  const target = records.find(({ type }) => type === "CNAME")?.value ?? "this service"
  return `The domain leads to ${foreignAddresses.join(", ")}. Change or remove these addresses, so that it leads only to ${target}.`
}
