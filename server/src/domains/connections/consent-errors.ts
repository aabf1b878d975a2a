import { notFound, ServiceError } from "#kernel/error.ts"

/** The request was decided, has expired, or never existed. */
export const noSuchRequest = () => notFound("This request has expired.", "Go back to the app and connect again.")

export const noSuchChoice = () =>
  new ServiceError("invalid_request", "You are not a member of this workspace.", {
    hint: "Reload the page and choose another workspace.",
  })

export const noSuchConnection = () => notFound("Connected app not found.", "Choose one under Connected apps.")

export const nothingAllowed = () =>
  new ServiceError("invalid_request", "No permissions selected.", {
    hint: "Select at least one permission or choose Deny.",
    field: "scopes",
  })
