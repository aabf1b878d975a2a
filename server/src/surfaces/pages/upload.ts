import { anonymous } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { getUploadLink, longestFileName } from "#domains/drive/index.ts"
import { html } from "../transport/html.ts"
import type { PageContent, Visit } from "./page.ts"

/**
 * The page where the holder of an upload link sends files. It shows who asks for them, and none of the files that are
 * there.
 */
export async function loadUpload(visit: Visit): Promise<PageContent<"upload">> {
  const link = await getLinkFor(visit)
  const uploadPath = `/u/${encodeURIComponent(visit.params.token ?? "")}`
  const title = `Send files to ${link.workspaceName}`
  return {
    head: { title },
    data: { ...link, uploadPath, maxNameLength: longestFileName },
    plain: html`<h1>${title}</h1><p>Without a script: <code>curl -T &lt;file&gt; ${visit.app.addresses.base}${uploadPath}/</code></p>`,
  }
}

/** The same for programs. */
export function loadUploadJson(visit: Visit): Promise<object> {
  return getLinkFor(visit)
}

function getLinkFor({ app, params }: Visit) {
  return perform({ app, caller: anonymous }, getUploadLink, { token: params.token })
}
