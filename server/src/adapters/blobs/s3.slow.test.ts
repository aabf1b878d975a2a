import { listContract } from "#test/contracts/blobs/contract.ts"
import { s3Server } from "#test/support/stand-ins/s3-server.ts"
import { openS3Blobs } from "./s3.ts"
import { withDeadlines } from "./with-deadlines.ts"

listContract(async (t) => {
  const { url, files } = await s3Server(t)
  return { blobs: withDeadlines(openS3Blobs(url)), stored: async () => files() }
})
