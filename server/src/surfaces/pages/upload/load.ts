import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { getUploadLink, longestFileName } from "#domains/drive/index.ts"
import type { PageContent, Visit } from "../page.ts"

/** Shows the requesting workspace, but no existing files. */
export async function loadUpload(visit: Visit) {
  const { expiresAt, ...link } = await getLinkFor(visit)
  const uploadPath = `/u/${encodeURIComponent(visit.params.token ?? "")}`
  const title = `Send files to ${link.workspaceName}`
  return {
    head: { title },
    readsFilms: true,
    data: {
      expiresAt,
      isExpired: expiresAt <= visit.app.now(),
      curl: `curl -T <file> ${visit.app.addresses.base}${uploadPath}/`,
      island: { ...link, uploadPath, maxNameLength: longestFileName },
    },
  } satisfies PageContent
}

export function loadUploadJson(visit: Visit): Promise<object> {
  return getLinkFor(visit)
}

function getLinkFor({ app, params }: Visit) {
  return perform({ app, caller: anonymous }, getUploadLink, { token: params.token })
}
