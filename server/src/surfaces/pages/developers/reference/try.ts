import type { App } from "#access/perform.ts"
import { inputNames, pathParameters } from "../../../rest/endpoint.ts"
import { endpoints } from "../../../rest/endpoints.ts"
import type { Visit } from "../../page.ts"

/** The only write that reserves nothing, moves no money and sends no mail. */
const harmless = ["checkDomain"]

/** Whether the reference offers to send a request. With a real processor it sends nothing that reserves. */
export function mayTry({ payments }: App, id: string, method: string): boolean {
  return method === "GET" || harmless.includes(id) || payments.name === "sandbox"
}

/** The API's address for the submitted form of a GET, which works without scripts. */
export function triedAddress({ query }: Visit): string | undefined {
  const tried = endpoints.find(({ id, method }) => id === query.try && method === "GET")
  if (!tried) return undefined
  const value = (name: string) => String(query[name] ?? "")
  const path = tried.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(value(name)))
  const names = inputNames(tried).filter((name) => !pathParameters(tried.path).includes(name) && value(name) !== "")
  const sent = new URLSearchParams(names.map((name) => [name, value(name)]))
  return names.length === 0 ? path : `${path}?${sent}`
}
