import { ServiceError } from "#kernel/error.ts"

export const noSuchVersion = () =>
  new ServiceError("not_found", "Version not found.", { hint: "Choose another version." })
