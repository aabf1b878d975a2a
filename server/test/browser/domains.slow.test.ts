import { test } from "node:test"
import { doBehind } from "#test/support/browser/console.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"

const skip = noBrowser ?? false

interface Attached {
  domain: { records: { proves: string; name: string; value: string }[] }
}

test("the page of a domain that waits says whether its ownership is verified", { skip }, async (t) => {
  const dns = await dnsServer(t)
  const studio = await studioInBrowser(t, { SVC_DNS_SERVERS: dns.address })
  const { page } = await studio.open({ refusals: /CONNECTION_REFUSED|INCOMPLETE_CHUNKED|CONNECTION_RESET|503/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/settings/domains")
  const attached = (await doBehind(page, "attach-domain", { domain: "waiting.example.com" })) as unknown as Attached
  await page.reload()
  await page.getByText("Add these records at your DNS provider.").waitFor()
  for (const { proves, name, value } of attached.domain.records)
    if (proves === "workspace") dns.answer("TXT", name, [value])
  await studio.restart() // which forgets the earlier answers of the DNS
  await page.reload()
  await page.getByRole("button", { name: "Check waiting.example.com again" }).click()
  await page.getByText("Ownership verified").waitFor()
})
