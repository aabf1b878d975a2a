import { Readable } from "node:stream"
import { anonymous, type Caller } from "#access/caller.ts"
import { type App, perform } from "#access/perform.ts"
import { createUploadLink, makeFolders, receiveFile } from "#domains/drive/index.ts"
import { readNotifications } from "#domains/notifications/index.ts"

const dayMinutes = 24 * 60

/** The clients that Ada asked for files, the lifetime of each link, and the files that arrived. */
const requests = [
  { from: "Bo Schmidt", days: 7, sent: { name: "harbour-at-dawn.txt", text: "Teal, rust and a little fog.\n" } },
  { from: "Cleo Martin", days: 7, sent: undefined },
  { from: "Dana Okafor", days: 2, sent: undefined },
]

/** Makes a folder's upload link for each client, and sends files through those that were used. Ada has seen them. */
export async function askForFiles(app: App, ada: Caller): Promise<void> {
  for (const { from, days, sent } of requests) {
    await perform({ app, caller: ada }, makeFolders, { names: ["Clients", from] })
    const { url } = await perform({ app, caller: ada }, createUploadLink, {
      folder_path: `/Clients/${from}`,
      expires_in_minutes: days * dayMinutes,
      max_files: 3,
    })
    if (!sent) continue
    const file = { name: sent.name, contentType: "text/plain", bytes: Readable.from([Buffer.from(sent.text)]) }
    const token = url.split("/").at(-1) ?? ""
    await perform({ app, caller: anonymous }, receiveFile, { token, ...file })
  }
  await perform({ app, caller: ada }, readNotifications, { until: app.now() })
}
