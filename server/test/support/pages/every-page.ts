import type { TestContext } from "node:test"
import { publishDoc } from "#domains/docs/index.ts"
import { createShareLink, createUploadLink } from "#domains/drive/index.ts"
import { deliveryUrl } from "#domains/handover/index.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
import { inviteMember } from "#domains/workspaces/index.ts"
import { paragraph } from "../docs/paragraph.ts"
import { putDoc } from "../docs/put-doc.ts"
import { showSellerPage } from "../selling/seller-page.ts"
import { insertPurchase, offerOnSale, upload } from "../selling/shop.ts"
import { type OAuthWorld, oauthWorld } from "../worlds/oauth-world.ts"
import { askForCode, newestMail } from "./simple-browser.ts"

const pathOf = (url: string) => new URL(url).pathname

/** A service with a signed-in person (`person`), and a path of each page by its id that returns 200 for them. */
export async function everyPage(t: TestContext): Promise<OAuthWorld & { paths: Record<string, string> }> {
  const world = await oauthWorld(t)
  const offer = await offerOnSale(world)
  await showSellerPage(world, [offer])
  const purchase = await insertPurchase(world, offer)
  return {
    ...world,
    paths: {
      home: "/",
      console: "/studio",
      seller: "/@studio",
      pay: `/pay/${offer.shortKey}`,
      embed: `/pay/${offer.shortKey}/embed`,
      delivery: pathOf(deliveryUrl(world.app, purchase)),
      upload: pathOf((await world.act("member", createUploadLink, { maxFiles: 3 })).url),
      share: pathOf((await world.act("member", createShareLink, { fileId: await upload(world, "shared.txt") })).url),
      "public-doc": await publicDocPath(world),
      claim: `/claim/${purchase.id}`,
      "new-workspace": "/workspaces/new",
      "trashed-workspaces": "/workspaces/trash",
      report: "/report",
      terms: "/terms",
      privacy: "/privacy",
      developers: "/developers",
      reference: "/developers/reference",
      tools: "/developers/tools",
      events: "/developers/events",
      guide: "/developers/quickstart",
      ...(await signInPaths(world)),
      consent: await consentPath(world),
      unsubscribe: await unsubscribePath(world),
    },
  }
}

async function publicDocPath(world: OAuthWorld): Promise<string> {
  const cell = (type: string, text: string) => ({ type, content: [paragraph(text)] })
  const id = await putDoc(world, {
    content: [
      { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Part" }] },
      paragraph("Words ", { type: "mention", attrs: { account: "account_x", label: "Ada" } }),
      { type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph("done")] }] },
      { type: "table", content: [{ type: "tableRow", content: [cell("tableHeader", "Day"), cell("tableCell", "1")] }] },
      { type: "codeBlock", content: [{ type: "text", text: "x = 1" }] },
    ],
  })
  return pathOf(String((await world.act("member", publishDoc, { id })).url))
}

async function signInPaths(world: OAuthWorld): Promise<Record<string, string>> {
  const invited = "bo@example.com"
  await world.act("owner", inviteMember, { email: invited, role: "viewer" })
  const invitation = (await newestMail(world, invited)).path
  const { action } = (await askForCode(world.person, invited)).form("Sign in")
  const { path } = await newestMail(world, invited)
  const [mail] = (await world.visit("/mailbox")).links
  return {
    mailbox: "/mailbox",
    mail: mail?.href ?? "",
    invitation,
    "sign-in": "/sign-in?another=",
    "sign-in-code": action,
    "sign-in-link": path,
  }
}

async function unsubscribePath({ app, cx, workspaceId }: OAuthWorld): Promise<string> {
  const [reader] = await listMailReaders({ ...app, ...cx }, { workspaceId, happening: "sold" })
  return pathOf(reader?.offUrl ?? "")
}

async function consentPath(world: OAuthWorld): Promise<string> {
  return pathOf(String((await world.authorize()).headers.location))
}
