/** The part of `s3rver` that the tests use; the package has no types. */
declare module "s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default class S3rver {
    constructor(options: { silent: boolean; directory: string; configureBuckets: { name: string; configs: [] }[] })
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    readonly store: { getResourcePath(bucket: string, key: undefined, resource: "uploads"): string }
  }
}
