import { anonymous } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { downloadPublicFile, getPublicDoc } from "#domains/docs/index.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"
import type { PublicDocData } from "./data.ts"

/** A doc that its workspace lets anybody read; works without JavaScript. */
export async function loadPublicDoc(visit: Visit): Promise<PageContent<PublicDocData>> {
  const { app } = visit
  const { files, beginning, isListed, ...doc } = await getDocFor(visit)
  const path = pathOf(visit)
  const description = beginning || `A doc from ${doc.workspaceName}`
  const hasPictures = files.some(({ pictureUrl }) => pictureUrl !== null)
  return {
    head: {
      title: doc.title,
      description,
      preview: previewOf(app.addresses.base, path, { title: doc.title, description: `From ${doc.workspaceName}` }),
    },
    data: {
      path,
      ...doc,
      files: Object.fromEntries(
        files.map(({ id, sizeBytes, downloadUrl, pictureUrl }) => {
          return [id, { sizeBytes, downloadPath: new URL(downloadUrl).pathname, pictureUrl }]
        }),
      ),
    },
    isListed,
    ...(hasPictures && { filesOrigin: new URL(app.addresses.files).origin }),
  }
}

/** The same for programs. */
export function loadPublicDocJson(visit: Visit): Promise<object> {
  return getDocFor(visit)
}

/** A fresh signed address of a file that the doc embeds. */
export async function getPublicFileUrl({ app, params: { key, file: fileId } }: Visit): Promise<string> {
  return (await perform({ app, caller: anonymous }, downloadPublicFile, { key, fileId })).url
}

const pathOf = ({ params }: Visit) => `/d/${encodeURIComponent(params.key ?? "")}`

function getDocFor({ app, params: { key } }: Visit) {
  return perform({ app, caller: anonymous }, getPublicDoc, { key })
}
