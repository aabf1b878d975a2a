import { stored } from "../../../kit/stored.ts"

const key = "push-endpoint"

/** Stores the push endpoint that the service knows of this browser; undefined once the subscription ended. */
export const noteEndpoint = (endpoint: string | undefined): void =>
  endpoint === undefined ? stored.remove(key) : stored.set(key, endpoint)

/** Whether the service already knows this endpoint. */
export const isKnownEndpoint = (endpoint: string): boolean => stored.get(key) === endpoint

/** Whether this browser has subscribed to notifications. */
export const isSwitchedOn = (): boolean => stored.get(key) !== undefined
