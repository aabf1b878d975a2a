import { notFound } from "#kernel/error.ts"

export const noSuchVersion = () => notFound("Version not found.", "Choose another version.")
