import { ServiceError } from "#kernel/error.ts"

export const noSuchVersion = () =>
  new ServiceError("not_found", "This version of the doc is not kept.", { hint: "List its versions and choose one." })
