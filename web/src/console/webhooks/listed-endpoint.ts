import type { AnswerOf } from "../calls.ts"

export type ListedEndpoint = AnswerOf<"list-endpoints">["items"][number]

/** The title of an endpoint: its description, or its host. */
export const endpointName = ({ description, host }: ListedEndpoint) => description || host
