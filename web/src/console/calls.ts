import type { ConsoleCalls } from "../../../server/src/surfaces/console/console-calls.ts"
import { callApi } from "../api/call.ts"
import { here } from "./console-data.ts"
import { noteOwnChanges } from "./own-changes.ts"

type Of<Method> = { [Name in keyof ConsoleCalls]: ConsoleCalls[Name]["method"] extends Method ? Name : never }

export type ReadName = Of<"GET">[keyof ConsoleCalls]
export type ChangeName = Of<"POST">[keyof ConsoleCalls]
export type InputOf<Name extends keyof ConsoleCalls> = ConsoleCalls[Name]["input"]
export type AnswerOf<Name extends keyof ConsoleCalls> = ConsoleCalls[Name]["answer"]

/** Adds the current workspace's slug, if any. */
function addressOf(name: string, input?: object): string {
  const workspace = here().workspace?.slug
  const query = { ...(workspace && { workspace }), ...(input && { input: JSON.stringify(input) }) }
  return `/console/${name}?${new URLSearchParams(query)}`
}

/** @throws Refused */
export function ask<Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> {
  return callApi(addressOf(name, input as object))
}

/** Runs an action once per idempotency key. @throws Refused */
export function change<Name extends ChangeName>(
  name: Name,
  input: InputOf<Name>,
  idempotencyKey: string,
): Promise<AnswerOf<Name>> {
  const onAnswer = ({ headers }: Response) => noteOwnChanges(headers.get("svc-changes"))
  return callApi(addressOf(name), { body: input as object, idempotencyKey, formToken: here().formToken, onAnswer })
}
