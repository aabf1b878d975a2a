import type { ServiceError } from "#kernel/error.ts"
import { forPerson } from "../for-person.ts"
import type { PageContent } from "../page.ts"

const titles: Record<number, string> = {
  400: "Request failed",
  403: "No access",
  404: "Page not found",
  409: "Not available",
  410: "No longer available",
  429: "Too many requests",
}

export function errorContent(error: ServiceError, path: string) {
  const { status } = error
  const { message, hint } = forPerson(error)
  const isSignIn = status === 404 && path.startsWith("/sign-in/")
  const title = isSignIn
    ? "Sign-in failed"
    : (titles[status] ?? (status < 500 ? "Request failed" : "Something went wrong"))
  return {
    status,
    head: { title },
    data: { status, title, message, hint, isSignIn },
  } satisfies PageContent
}
