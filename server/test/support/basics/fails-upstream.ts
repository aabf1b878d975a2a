import { ServiceError } from "#kernel/error.ts"

/** Whether an error says that a peer did not do its part. */
export const failsUpstream = (error: unknown) => error instanceof ServiceError && error.code === "upstream_error"
