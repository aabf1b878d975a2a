import { ServiceError } from "#kernel/error.ts"

/** The request was decided, has expired, or never existed. */
export const noSuchRequest = () =>
  new ServiceError("not_found", "This request to connect an app is over.", {
    hint: "Go back to the app and connect again; a request waits for ten minutes.",
  })

export const noSuchChoice = () =>
  new ServiceError("invalid_request", "You do not belong to the chosen workspace.", {
    hint: "Open the page again and choose one of your workspaces.",
  })

export const noSuchConnection = () =>
  new ServiceError("not_found", "You have no such connection.", {
    hint: "The list of connected apps shows those that there are.",
  })

export const nothingAllowed = () =>
  new ServiceError("invalid_request", "Nothing is ticked that the app may do.", {
    hint: "Tick at least one thing, or press Deny.",
    field: "scopes",
  })
