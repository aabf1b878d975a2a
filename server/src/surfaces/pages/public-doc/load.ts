import type { FastifyReply } from "fastify"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { downloadPublicFile, exportPublicDoc, getPublicDoc, getPublicPage } from "#domains/docs/index.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"
import type { PageParts } from "../send.ts"
import { visitOf } from "../visit.ts"

/** A public doc. Works without JavaScript. */
export async function loadPublicDoc(visit: Visit) {
  const { app } = visit
  const { files, beginning, isListed, ...doc } = await perform(asked(visit), getPublicPage, keyOf(visit))
  const path = pathOf(visit)
  const description = beginning || `Shared by ${doc.workspaceName}`
  const hasPictures = files.some(({ pictureUrl }) => pictureUrl !== null)
  return {
    head: {
      title: doc.title,
      description,
      preview: previewOf(app.addresses.base, path, { title: doc.title, description: `From ${doc.workspaceName}` }),
    },
    data: {
      path,
      wholePath: `${path}/text.md`,
      ...doc,
      files: Object.fromEntries(
        files.map(({ id, sizeBytes, downloadUrl, pictureUrl }) => {
          return [id, { sizeBytes, downloadPath: new URL(downloadUrl).pathname, pictureUrl }]
        }),
      ),
    },
    isListed,
    ...(hasPictures && { filesOrigin: new URL(app.addresses.files).origin }),
  } satisfies PageContent
}

export function loadPublicDocJson(visit: Visit): Promise<object> {
  return perform(asked(visit), getPublicDoc, keyOf(visit))
}

export async function sendPublicMarkdown(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, undefined, call)
  const { markdown } = await perform(asked(visit), exportPublicDoc, keyOf(visit))
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "content-disposition": 'attachment; filename="doc.md"',
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  }
  return call.reply.headers(headers).send(markdown)
}

export async function getPublicFileUrl({ app, params: { key, file: fileId } }: Visit): Promise<string> {
  return (await perform({ app, caller: anonymous }, downloadPublicFile, { key, fileId })).url
}

const pathOf = ({ params }: Visit) => `/d/${encodeURIComponent(params.key ?? "")}`

const asked = ({ app }: Visit) => ({ app, caller: anonymous })
const keyOf = ({ params: { key } }: Visit) => ({ key })
