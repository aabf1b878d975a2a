import type { PageData, PageEnvelope, PageId, VisitorData } from "../../server/src/surfaces/pages/page-data.ts"

export type { PageData, PageId }

export type Visitor = VisitorData

/** What the server put into the document for the page `id`. */
export function readPage<Id extends PageId>(id: Id): PageEnvelope<Id> {
  const envelope = readEnvelope()
  if (envelope.page !== id) throw new Error(`The document holds the page ${envelope.page}, not ${id}.`)
  return envelope as PageEnvelope<Id>
}

/** What every page knows: the brand, whether payments are a sandbox's, and who is signed in. */
export function readHouse(): Pick<PageEnvelope<PageId>, "brandName" | "isSandbox" | "visitor"> {
  return readEnvelope()
}

let read: PageEnvelope<PageId> | undefined

function readEnvelope(): PageEnvelope<PageId> {
  read ??= JSON.parse(document.getElementById("page-data")?.textContent ?? "{}") as PageEnvelope<PageId>
  return read
}
