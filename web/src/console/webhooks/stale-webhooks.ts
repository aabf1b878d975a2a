import type { AnswerOf, ReadName } from "../calls.ts"

export type ListedEndpoint = AnswerOf<"list-endpoints">["items"][number]

/** The reads to invalidate after a change of an endpoint. */
export const staleEndpoints: readonly ReadName[] = ["list-endpoints", "get-endpoint-backlog"]

/** The reads to invalidate after something was sent. */
export const staleDeliveries: readonly ReadName[] = [
  "list-webhook-deliveries",
  "get-webhook-delivery",
  "get-endpoint-backlog",
]

/** The title of an endpoint: its description, or its host. */
export const endpointName = ({ description, host }: ListedEndpoint) => description || host
