import type { ErrorData } from "#contract/pages/error.ts"
import type { ServiceError } from "#kernel/error.ts"
import { forPerson } from "../for-person.ts"
import type { PageContent } from "../page.ts"

const titles: Record<number, string> = {
  400: "That did not work",
  404: "There is nothing here",
  410: "This is no longer here",
  429: "A little slower, please",
}

export function errorContent(error: ServiceError): PageContent<ErrorData> {
  const { status } = error
  const { message, hint } = forPerson(error)
  const title = titles[status] ?? (status < 500 ? "That did not work" : "Something went wrong on our side")
  return {
    status,
    head: { title },
    data: { status, title, message, hint },
  }
}
